import { describe, expect, it } from 'vitest'
import { withSection } from '../../scripts/bench/page.ts'

describe('sections of the page of benchmarks', () => {
  const page = withSection(withSection('', 'bench', '# Benchmarks\n\nfirst'), 'bench:peers', 'others')

  it('puts a new section at the end', () => {
    expect(page).toBe(
      '<!-- bench -->\n\n# Benchmarks\n\nfirst\n\n<!-- end of bench -->\n\n<!-- bench:peers -->\n\nothers\n\n<!-- end of bench:peers -->\n',
    )
  })

  it('replaces one section and leaves the other', () => {
    expect(withSection(page, 'bench', '# Benchmarks\n\nsecond')).toBe(page.replace('first', 'second'))
    expect(withSection(page, 'bench:peers', 'more')).toBe(page.replace('others', 'more'))
  })
})
