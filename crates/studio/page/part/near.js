/** What is done when an element comes near the view: browsers fetch pictures thousands of pixels ahead. */

/** @type {WeakMap<Element, () => void>} */
const wishes = new WeakMap();
/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * Does something once, when the element is seen or nearly so.
 * @param {Element} element
 * @param {() => void} act
 */
export function whenNear(element, act) {
  observer ??= new IntersectionObserver(arrived, { rootMargin: '200px' });
  wishes.set(element, act);
  observer.observe(element);
}

/** @param {IntersectionObserverEntry[]} entries */
function arrived(entries) {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    wishes.get(target)?.();
  }
}
