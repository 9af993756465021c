# Optional short names; `./check` needs none of this.

# Everything a change must pass
check:
    ./check

# The benchmarks of one family
bench family:
    cargo run --release -p marquetry-bench --bin {{family}}

# Ten minutes of fuzzing one reader
fuzz target:
    cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run {{target}} corpus/{{target}} seeds -- -max_total_time=600
