import { deriveTheme, neutrals } from '@waybill/domain/kit/theme'
import { describe, expect, it } from 'vitest'
import css from './tokens.css?raw'

const blocks = {
  light: css.slice(0, css.indexOf("[data-theme='dark']")),
  dark: css.slice(css.indexOf("[data-theme='dark']")),
}

function colourIn(block: string, token: string): string | undefined {
  return new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(block)?.[1]?.toUpperCase()
}

describe('the stylesheet and the derivation say the same', () => {
  it('about neutrals, light and dark', () => {
    for (const mode of ['light', 'dark'] as const)
      for (const [token, colour] of Object.entries(neutrals[mode]))
        expect([token, colourIn(blocks[mode], token)]).toEqual([token, colour])
  })

  it('about the default brand', () => {
    for (const [token, colour] of Object.entries(deriveTheme({}, 'light')))
      expect([token, colourIn(blocks.light, token)]).toEqual([token, colour])
  })
})
