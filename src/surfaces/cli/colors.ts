/** Colours of the terminal, as the style of printed answers. */
import { styleText } from 'node:util'
import { type Paint, plainStyle, type Style } from '../../envelope/style.ts'

type Format = Parameters<typeof styleText>[0]

/** Whether to use colours was decided before; Node must not decide again by checking the stream. */
const paint =
  (format: Format): Paint =>
  (text) =>
    text === '' ? text : styleText(format, text, { validateStream: false })

const colorStyle: Style = {
  strong: paint('bold'),
  faint: paint('dim'),
  place: paint('cyan'),
  name: paint('magenta'),
  good: paint('green'),
  warn: paint('yellow'),
  bad: paint('red'),
  match: paint(['bold', 'red']),
}

export function chooseStyle(setting: 'auto' | 'always' | 'never', stream: { isTTY?: boolean }): Style {
  return setting === 'always' || (setting === 'auto' && stream.isTTY === true) ? colorStyle : plainStyle
}
