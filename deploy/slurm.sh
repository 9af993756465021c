#!/bin/bash
# Twenty workers, eight cores each: sbatch --export=ALL,STORE=postgres://… deploy/slurm.sh
#SBATCH --job-name=marquetry
#SBATCH --array=1-20
#SBATCH --cpus-per-task=8
#SBATCH --time=08:00:00
#SBATCH --requeue
# A minute before the time is over the worker is told to go, and writes down what it has done.
#SBATCH --signal=B:TERM@60
exec marquetry fleet work "$STORE" --threads "$SLURM_CPUS_PER_TASK" --for 7.9h --quiet
