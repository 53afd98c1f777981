import { collection_method_labels } from '@waybill/domain/cash/collecting'
import { statement_state_labels } from '@waybill/domain/costs/model'
import { does_not_fit_reasons } from '@waybill/domain/drivers/parcel-actions'
import {
  collection_exception_reasons,
  collection_failed_attempt_reasons,
  delivery_exception_reasons,
  delivery_failed_attempt_reasons,
  rejection_reasons,
} from '@waybill/domain/drivers/settings'
import { collection_request_statuses, requestStatusLabel } from '@waybill/domain/collections/status'
import { answer_texts } from '@waybill/domain/kit/answers/answer-texts'
import { codedText, joinedTexts } from '@waybill/domain/kit/answers/coded-text'
import { shipment_statuses, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { driver_answers } from '@waybill/domain/drivers/messages'
import { vehicle_check_items } from '@waybill/domain/drivers/vehicle-check'
import { afterEach, describe, expect, it } from 'vitest'
import { af } from './af.ts'
import { en, type Texts } from './en.ts'
import { answerText, chooseLanguage, ruleText } from './texts.ts'
import { zu } from './zu.ts'

/** What the phone displays of the domain, in English. */
const domain_labels = [
  ...[
    collection_exception_reasons,
    collection_failed_attempt_reasons,
    delivery_exception_reasons,
    delivery_failed_attempt_reasons,
    rejection_reasons,
  ].flatMap((setting) => setting.default),
  ...does_not_fit_reasons,
  ...driver_answers,
  ...vehicle_check_items.map(({ label }) => label),
  ...Object.values(collection_method_labels),
  ...Object.values(statement_state_labels),
  // Within a sentence.
  ...shipment_statuses.map((status) => statusLabel(status).toLowerCase()),
  ...collection_request_statuses.map((status) => requestStatusLabel(status).toLowerCase()),
]

/** Returns every fixed text of a catalogue by its place. */
function textsOf(part: object, place = ''): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string][] => {
      const here = `${place}.${key}`
      if (typeof value === 'string') return [[here, value]]
      if (typeof value === 'object' && value !== null) return [...textsOf(value, here)]
      return []
    }),
  )
}

describe.each([
  ['Afrikaans', af],
  ['isiZulu', zu],
] satisfies [string, Texts][])('%s', (_, texts) => {
  it('has a text for each label of the domain that the phone displays, and no others', () => {
    expect(Object.keys(texts.labels).sort()).toEqual([...new Set(domain_labels)].sort())
  })

  it('has no empty text, and none that is still the English sentence', () => {
    const english = textsOf({ ...en, labels: {}, answers: {} })
    const own = textsOf({ ...texts, labels: {}, answers: {} })
    expect([...own.keys()]).toEqual([...english.keys()])
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([])
    expect(
      [...own].filter(
        ([place, text]) => text.trim().includes(' ') && text.trim() === english.get(place)?.trim(),
      ),
    ).toEqual([])
  })
})

describe.each([
  ['Afrikaans', af],
  ['isiZulu', zu],
] satisfies [string, Texts][])('answers in %s', (_, { answers }) => {
  const placeholdersIn = (text: string): string[] =>
    [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort()

  it('exist for each code, and are no English sentences', () => {
    expect(Object.keys(answers).sort()).toEqual(Object.keys(answer_texts).sort())
    const english = new Set<string>(Object.values(answer_texts))
    expect(Object.values(answers).filter((text) => text.trim() === '' || english.has(text))).toEqual([])
  })

  it('have the placeholders of the English sentences', () => {
    // The other languages state only that it is not possible, because verbs change with the noun.
    const leftOut = new Set(['{participle}', '{state}', '{action}'])
    for (const [code, text] of Object.entries(answer_texts))
      expect([code, placeholdersIn(answers[code] ?? '')]).toEqual([
        code,
        placeholdersIn(text).filter((one) => !leftOut.has(one)),
      ])
  })
})

describe('answers of the server', () => {
  afterEach(async () => chooseLanguage('en'))

  it('are displayed in the language of the phone, with its words for statuses and items', async () => {
    await chooseLanguage('af')
    const { text, parts } = codedText('not_possible_now', {
      name: 'FYN123',
      status: 'on hold',
      participle: 'delivered',
    })
    const answer = { message: text, message_parts: [...parts] }
    expect(answerText(answer)).toBe('FYN123: teruggehou. Hierdie aksie is nie nou moontlik nie.')
    expect(ruleText(codedText('check_items', { items: ['Tyres', 'Brakes'] }))).toBe(
      'Gaan ook dit na: Bande, Remme.',
    )
    expect(ruleText(joinedTexts(codedText('pin_wrong'), codedText('tries_left', { tries: 3 })))).toBe(
      'Hierdie PIN is verkeerd. Nog 3 pogings oor.',
    )
  })

  it('stay in English when a newer server sends a code that the phone does not know, or none', async () => {
    await chooseLanguage('zu')
    const unknown = { code: 'of_a_later_version', values: {} }
    const known = { code: 'pin_wrong', values: {} }
    expect(answerText({ message: 'Both.', message_parts: [known, unknown] })).toBe('Both.')
    expect(answerText({ message: 'No code.' })).toBe('No code.')
  })
})

describe('counts', () => {
  it('follow the plural rules of each language', () => {
    expect([0, 1, 2].map(en.parcels)).toEqual(['0 parcels', '1 parcel', '2 parcels'])
    expect([0, 1, 2].map(af.parcels)).toEqual(['0 pakkies', '1 pakkie', '2 pakkies'])
    // In isiZulu nothing is counted like one.
    expect([0, 1, 2].map(zu.parcels)).toEqual(['iphasela elingu-0', 'iphasela elingu-1', 'amaphasela angu-2'])
  })

  it('use the decimal sign of each language', () => {
    expect([en, af, zu].map(({ today }) => today.way(3.4, 8).split(' ')[0])).toEqual(['3.4', '3,4', '3.4'])
  })

  it('write days in each language', () => {
    const days = [en, af, zu].map(({ weekday }) => weekday('2026-03-03', '2026-03-04'))
    expect(days[0]).toBe('Tue 3 Mar')
    expect(days[1]).toMatch(/Dinsdag 3 Maart/i)
    // Chrome does not know the names, so they are in the catalogue.
    expect(days[2]).toBe('ULwesibili 3 Mashi')
    expect(zu.fullDay('2026-12-01')).toBe('1 Disemba 2026')
  })
})
