//! The assignment problem: one column for each row at the least total cost, by shortest augmenting paths.

/// The column of each row. `costs` has as many rows as columns, one row after the other.
pub fn assign(costs: &[i32], n: usize) -> Vec<usize> {
    // Column `n` stands for none: it holds the row that looks for a column.
    let mut row_of = vec![n; n + 1];
    let (mut up, mut down) = (vec![0; n + 1], vec![0; n + 1]);
    let (mut least, mut seen, mut before) = (vec![0; n], vec![false; n + 1], vec![n; n]);
    for row in 0..n {
        row_of[n] = row;
        least.fill(i32::MAX);
        seen.fill(false);
        let mut at = n;
        while row_of[at] != n {
            seen[at] = true;
            let row = row_of[at];
            let (mut step, mut next) = (i32::MAX, n);
            for column in (0..n).filter(|&column| !seen[column]) {
                let reduced = costs[row * n + column] - up[row] - down[column];
                if reduced < least[column] {
                    (least[column], before[column]) = (reduced, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=n {
                if seen[column] {
                    up[row_of[column]] += step;
                    down[column] -= step;
                } else if column < n {
                    least[column] -= step;
                }
            }
            at = next;
        }
        while at != n {
            row_of[at] = row_of[before[at]];
            at = before[at];
        }
    }
    let mut column_of = vec![0; n];
    (0..n).for_each(|column| column_of[row_of[column]] = column);
    column_of
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::generate::dice::Dice;

    use super::*;

    /// The least total of all permutations.
    fn brute_force(costs: &[i32], n: usize, row: usize, taken: u32) -> i32 {
        let open = (0..n).filter(|column| taken >> column & 1 == 0);
        let total =
            open.map(|c| costs[row * n + c] + brute_force(costs, n, row + 1, taken | 1 << c)).min();
        total.unwrap_or(0)
    }

    #[test]
    fn no_permutation_costs_less() {
        let mut dice = Dice::new(1);
        for round in 0..300 {
            let n = round % 8;
            let most = [2, 5, 1000][round % 3];
            let costs: Vec<i32> = (0..n * n).map(|_| dice.below(most) as i32).collect();
            let columns = assign(&costs, n);
            let mut sorted = columns.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n), "{columns:?}");
            let total: i32 = columns.iter().enumerate().map(|(row, c)| costs[row * n + c]).sum();
            assert_eq!(total, brute_force(&costs, n, 0, 0), "{costs:?}");
        }
    }
}
