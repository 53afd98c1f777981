import path from 'node:path'
import { expect, it } from 'vitest'
import { sentencesIn } from './sentences.ts'

const root = path.join(import.meta.dirname, '..')
/** Displayed by nobody: a failed upload is repeated until it succeeds. */
const not_displayed = ['A picture could not be sent.']

it('the pages of drivers have every text in the catalogues of languages', () => {
  const found = sentencesIn(root, ['web/src/drivers']).filter(
    ({ place, text }) =>
      !place.startsWith(path.join('web/src/drivers/texts', path.sep)) &&
      // Without the run-time values, which come from a catalogue.
      /[A-Za-z]{2}/.test(text.replaceAll(/\{[^{}]*\}/g, '')) &&
      !not_displayed.includes(text),
  )
  expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})
