/** A whole number for people: 12,345. `toLocaleString` would load the tables of all languages first, which takes 7 ms. */
export const writeNumber = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
