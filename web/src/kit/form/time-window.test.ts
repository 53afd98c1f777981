import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TimeWindow, timeSlots } from './dates/TimeWindow.tsx'

const nothing = () => undefined

/** Returns the times offered at both ends of a window. */
function offered(from: string, to: string): string[][] {
  const markup = renderToStaticMarkup(
    createElement(TimeWindow, {
      name: 'window',
      label: 'Between',
      value: { from, to },
      error: null,
      onChange: nothing,
      onLeave: nothing,
      register: nothing,
    } as never),
  )
  const selects = [...markup.matchAll(/<select[\s\S]*?<\/select>/g)].map(([select]) => select)
  return selects.map((select) => [...select.matchAll(/value="(\d\d:\d\d)"/g)].map(([, time = '']) => time))
}

it('[SHIP-085] offers every half hour from 00:00 to 23:30 at both ends of a window', () => {
  const [from = [], to = []] = offered('', '')
  expect(from).toHaveLength(48)
  expect([from[0], from[1], from[47]]).toEqual(['00:00', '00:30', '23:30'])
  expect(to).toEqual(from)
})

it('[SHIP-085] offers times at the given interval in minutes', () => {
  expect(timeSlots(45).slice(0, 3)).toEqual(['00:00', '00:45', '01:30'])
  expect(timeSlots(45).at(-1)).toBe('23:15')
})

it('also offers the current value when it is not at the interval', () => {
  expect(offered('08:15', '17:00')[0]?.slice(16, 18)).toEqual(['08:00', '08:15'])
})
