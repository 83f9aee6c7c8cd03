/** What the tablet uses of htm's standalone module, which contains Preact and its hooks. */

/** Something rendered: an element, a component, a text, several of these, or nothing. */
export type Rendered = object | string | number | boolean | null | undefined;

/** What is handed to the handlers of elements. */
export interface ElementEvent extends Event {
  readonly target: HTMLInputElement;
  readonly currentTarget: HTMLInputElement & HTMLDetailsElement;
}

/** What may stand in a template: something rendered, a component, a handler. */
export type Value = Rendered | ((event: ElementEvent) => unknown);

export function html(strings: TemplateStringsArray, ...values: Value[]): Rendered;
export function render(tree: Rendered, parent: Element | null): void;
/** The state that begins with nothing may be of any type. */
export function useState(initial: null): [any, (next: any) => void];
export function useState<State>(initial: State | (() => State)): [State, (next: State | ((last: State) => State)) => void];
export function useEffect(effect: () => unknown, inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => unknown, inputs?: unknown[]): void;
export function useMemo<Result>(factory: () => Result, inputs: unknown[]): Result;
/** The element that stands in the page by the time effects run. */
export function useRef(initial: null): { current: any };
