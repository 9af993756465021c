#!/bin/bash
# Twenty workers, eight cores each: STORE=postgres://… deploy/hyperqueue.sh
exec hq submit --array 1-20 --cpus 8 -- marquetry fleet work "$STORE" --threads 8 --quiet
