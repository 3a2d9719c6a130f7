/** The numbers behind fines; the town council changes them every other year. */
export type FinePolicy = { graceDays: number; centsPerDay: number; childShare: number }

export const finePolicy: FinePolicy = { graceDays: 3, centsPerDay: 25, childShare: 0.5 }
