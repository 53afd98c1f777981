import { describe, expect, it } from 'vitest'
import { languages } from './languages.ts'
import { push_texts, stop_changes } from './push-texts.ts'
import { pushMessage, type PushedStop, type StopChanges } from './push.ts'

const stop: PushedStop = {
  leg: 'delivery',
  address_id: 1,
  until: '12:00',
  place: 'Epping',
  reference: 'FYN1',
}
const none: StopChanges = { added: [], changed: [], removed: [], cancelled: [] }

describe('push messages', () => {
  it.each([
    ['en', 'New stop', 'Delivery in Epping by 12:00 (FYN1)'],
    ['af', 'Nuwe stop', 'Aflewering in Epping teen 12:00 (FYN1)'],
    ['zu', 'Isitobhi esisha', 'Ukuletha e-Epping ngaphambi kuka-12:00 (FYN1)'],
  ] as const)('[DRV-006] are written in the language of the driver: %s', (language, title, body) => {
    expect(pushMessage({ ...none, added: [stop] }, language)).toEqual({ title, body, url: '/tripsheet' })
  })

  it('are absent without changes', () => {
    expect(languages.map((language) => pushMessage(none, language))).toEqual([null, null, null])
  })

  it.each(['af', 'zu'] as const)('have no English title: %s', (language) => {
    const english = new Set(
      stop_changes.flatMap((one) => [push_texts.en.one[one], push_texts.en.many[one](2)]),
    )
    const own = stop_changes.flatMap((one) => [
      push_texts[language].one[one],
      push_texts[language].many[one](2),
    ])
    expect(own.filter((title) => english.has(title))).toEqual([])
  })
})
