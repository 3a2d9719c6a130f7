export const round = (amount: number): number => Math.round(amount)
export enum Currency {
  Euro = 'EUR',
}
