import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ImageInput } from './ImageInput.tsx'
import { OptionList } from './choices/OptionList.tsx'
import { mayClear, type Option } from './choices/options.ts'

const nothing = () => undefined

describe('select options', () => {
  const options: Option<string>[] = [
    { label: 'Economy', value: 'ECO' },
    { label: 'Overnight', value: 'ONX', disabled: true },
    { label: 'Same day', value: 'SDX', disableDelete: true },
  ]

  it('[CONST-008] renders label, disabled state and selection, and allows clearing unless disableDelete is set', () => {
    const markup = renderToStaticMarkup(
      createElement(OptionList<string>, {
        id: 'service',
        label: 'Service',
        options,
        more: 0,
        at: 0,
        value: 'SDX',
        note: null,
        onAt: nothing,
        onChoose: nothing,
      }),
    )
    const shown = [...markup.matchAll(/<div [^>]*role="option"[^>]*>.*?<\/div>/g)].map(([html]) => html)
    expect(shown.map((html) => html.replaceAll(/<[^>]*>/g, ''))).toEqual(['Economy', 'Overnight', 'Same day'])
    expect(shown.map((html) => html.includes('aria-disabled="true"'))).toEqual([false, true, false])
    expect(shown.map((html) => html.includes('aria-selected="true"'))).toEqual([false, false, true])
    expect(options.map((option) => mayClear(true, option))).toEqual([true, true, false])
    expect(mayClear(false, options[0])).toBe(false)
    expect(mayClear(true, undefined)).toBe(true)
  })
})

describe('picture upload', () => {
  it('[FMT-028] accepts only the image types that can be stored', () => {
    const markup = renderToStaticMarkup(
      createElement(ImageInput, { camera: true, onImage: nothing, onRejected: nothing }),
    )
    expect(markup).toContain('accept="image/jpeg,image/png"')
    expect(markup).toContain('capture="environment"')
  })

  it('[FMT-028] passes on pictures of these types and rejects others with a sentence that names the accepted types', () => {
    const taken: string[] = []
    const rejected: string[] = []
    const { onChange } = ImageInput({
      onImage: ({ name }) => taken.push(name),
      onRejected: (sentence) => rejected.push(sentence),
    }).props as { onChange: (event: object) => void }
    for (const file of [
      { name: 'a.jpg', type: 'image/jpeg' },
      { name: 'b.png', type: 'image/png' },
      { name: 'c.svg', type: 'image/svg+xml' },
      { name: 'd.pdf', type: 'application/pdf' },
    ])
      onChange({ target: { files: [file], value: file.name } })
    expect(taken).toEqual(['a.jpg', 'b.png'])
    expect(rejected).toEqual(Array(2).fill('This picture cannot be sent. Use a JPEG or PNG.'))
  })
})
