//! Every option in turn is taken or left: slow, short and right.
//!
//! ```
//! use marquetry_puzzle::ExactCover;
//! use marquetry_puzzle::items::Item;
//! use marquetry_search::items::reference::solutions;
//!
//! let items = vec![Item { name: "a".into(), times: Some((1, 1)) }];
//! let problem = ExactCover { items, colours: Vec::new(), options: vec![vec![(0, None)]; 2] };
//! assert_eq!(solutions(&problem).len(), 2);
//! ```

use marquetry_puzzle::ExactCover;

/// All solutions, each as ascending options.
pub fn solutions(problem: &ExactCover) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    decide(problem, 0, &mut chosen, &mut found);
    found
}

fn decide(p: &ExactCover, option: usize, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if option == p.options.len() {
        if p.faults(chosen).is_empty() {
            found.push(chosen.clone());
        }
        return;
    }
    decide(p, option + 1, chosen, found);
    if p.is_open(option) {
        chosen.push(option);
        decide(p, option + 1, chosen, found);
        chosen.pop();
    }
}
