import { describe, expect, it } from 'vitest'
import { filledText, templateProblem } from './message-template.ts'
import {
  covered_pin,
  filledEmail,
  filledSms,
  message_places,
  messageTextProblems,
  sampleValues,
  standardStart,
  type MessageText,
} from './message-texts.ts'

const fields = ['name', 'reason', 'link']
const sms = (text: string, more: Partial<MessageText> = {}): MessageText => ({
  event: 'out_for_delivery',
  recipient: 'delivery',
  channel: 'sms',
  subject: '',
  text,
  ...more,
})
const problemOf = (text: MessageText, max = 2) => messageTextProblems(text, max)[0]?.message ?? null

describe('message templates', () => {
  it.each([
    ['Hello {{name}}.', 'Hello Naledi.'],
    ['{{ name }}!', 'Naledi!'],
    ['A{{#if reason}} ({{reason}}){{/if}} B', 'A B'],
    ['{{#if name}}Hi {{name}}{{#if reason}}, {{reason}}{{/if}}.{{/if}}', 'Hi Naledi.'],
    ['One {single} brace', 'One {single} brace'],
  ])('fills in %s as %s', (text, filled) => {
    expect(templateProblem(text, fields, [])).toBeNull()
    expect(filledText(text, { name: 'Naledi', reason: '' })).toBe(filled)
  })

  it.each([
    [
      '{{nobody}} and {{neither}}',
      /no field \{\{nobody\}\}, \{\{neither\}\} here\. There are \{\{name\}\}, \{\{reason\}\}/,
    ],
    ['{{#if nobody}}x{{/if}}', /no field \{\{nobody\}\}/],
    ['{{#if name}}x', /\{\{#if name\}\} is not closed/],
    ['x{{/if}}', /no \{\{#if …\}\} before it/],
    ['{{name}', /Two braces stand alone/],
    ['{{name.secret}}', /\{\{name\.secret\}\} is no field/],
    ['{{constructor}}', /no field \{\{constructor\}\}/],
    ['{{#each name}}', /is no field/],
  ])('rejects %s', (text, message) => {
    expect(templateProblem(text, fields, [])).toMatch(message)
  })

  it('does not parse inserted values as fields and removes their line breaks', () => {
    const hostile = '{{link}}\n\n{{#if name}} <b>x</b>'
    expect(filledText('Hi {{name}}', { name: hostile, link: 'secret' })).toBe(
      'Hi {{link}} {{#if name}} <b>x</b>',
    )
    const mail = filledEmail(
      { subject: 'To {{name}}', text: 'Hi {{name}}\n\nBye' },
      { name: 'A\r\nBcc: x@y.z' },
    )
    expect(mail).toEqual({ subject: 'To A Bcc: x@y.z', headline: 'Hi A Bcc: x@y.z', lines: ['Bye'] })
  })
})

describe('custom message texts', () => {
  it('starts from a valid standard text for every message', () => {
    expect(message_places.length).toBeGreaterThan(50)
    for (const place of message_places) {
      const start = { ...place, ...standardStart(place) }
      expect([place, problemOf(start)]).toEqual([place, null])
    }
  })

  it('requires link and PIN exactly once and outside the condition of another field, and rejects a masked PIN', () => {
    expect(problemOf(sms('Coming. PIN {{pin}} {{link}}'))).toBeNull()
    expect(problemOf(sms('Coming.{{#if pin}} PIN {{pin}}{{/if}} {{link}}'))).toBeNull()
    expect(problemOf(sms('Coming. {{link}}'))).toMatch(/\{\{pin\}\} exactly once; it does so nowhere/)
    expect(problemOf(sms('{{pin}} {{link}} {{link}}'))).toMatch(
      /\{\{link\}\} exactly once; it does so 2 times/,
    )
    expect(problemOf(sms('{{#if reason}}{{link}}{{/if}} {{pin}}'))).toMatch(
      /must not depend on \{\{#if reason\}\}/,
    )
    expect(problemOf(sms('{{pin}} {{link}}', { recipient: 'collection' }))).toMatch(/no field \{\{pin\}\}/)
    expect(problemOf(sms(`${covered_pin} {{pin}} {{link}}`))).toMatch(/^Remove ••••: /)
  })

  it('rejects an unknown message, a blank text or subject, an unknown field and too many SMS parts', () => {
    expect(problemOf(sms('x {{link}}', { event: 'in_transit' }))).toBe('This message does not exist.')
    expect(problemOf(sms(' '))).toMatch(/Write a text/)
    const email = { channel: 'email', event: 'delivered' } as const
    expect(problemOf(sms('Done', { ...email }))).toMatch(/Write a subject/)
    expect(problemOf(sms('{{pin}}', { ...email, subject: 'x' }))).toMatch(/no field \{\{pin\}\}/)
    expect(problemOf(sms(`${'word '.repeat(70)}{{pin}} {{link}}`))).toMatch(
      /takes 3 parts\. At most 2 are allowed\./,
    )
  })

  it('prefixes an SMS with the company name and replaces typographic marks', () => {
    expect(filledSms('“Hi” {{link}}', sampleValues(sms('')))).toBe(
      'Fynbos Couriers: "Hi" https://fynbos.co.za/s/k3Xw9Qa',
    )
  })
})
