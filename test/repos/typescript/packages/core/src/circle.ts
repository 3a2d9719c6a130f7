export * from './index'
export const ring = 1
