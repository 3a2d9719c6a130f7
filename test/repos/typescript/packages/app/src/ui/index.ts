export const show = (text: string): void => alert(text)
