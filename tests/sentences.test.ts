import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentencesIn, sentencesOf, type Sentence } from './sentences.ts'

const root = path.join(import.meta.dirname, '..')
/** Documentation of the API is for developers, who know its words. */
const is_api_document = ({ place }: Sentence): boolean => place.startsWith('server/src/http/docs/')
const is_sql = ({ text }: Sentence): boolean => /^(SELECT|INSERT|UPDATE|DELETE|WITH \w+ AS) /.test(text)
const all = sentencesIn(root, ['domain/src', 'server/src', 'web/src']).filter(
  (one) => !is_api_document(one) && !is_sql(one),
)

/** The text without what is put in at run time. */
function fixed({ text }: Pick<Sentence, 'text'>): string {
  const less = text.replaceAll(/\{[^{}]*\}/g, '')
  return less === text ? text : fixed({ text: less })
}
const breaking = (rule: (sentence: Sentence) => boolean): string[] =>
  all.filter((one) => rule(one)).map(({ place, text }) => `${place}: ${text}`)

/** Words of the program, and words that nobody says. */
const internal =
  /\b(actor|payload|enum|null|undefined|NaN|tenant|handler|uuid|regexp?|outbox|boolean|integer|array|stack trace)\b/i
const quaint =
  /\b(bears?|naught|whoever|thereof|heed|dwells?|lest)\b|\b[Ss]tands? (on|in|below|before|here|there|against)\b/

describe('every sentence a person can read', () => {
  it('is found, wherever it is written', () => {
    const source = `
      const view = <Field label="Name" hint={isNew ? 'New here.' : 'Known.'} key="k">Hello {name} there.</Field>
      throw invalid(\`There is no driver \${name}. Choose another one.\`)
      throw new Error('The program is wrong.')
      const endpoint = { summary: 'For developers.', title: 'Shipments' }`
    expect(sentencesOf('a.tsx', source).map(({ text }) => text)).toEqual([
      'Name',
      'New here.',
      'Known.',
      'Hello',
      'there.',
      'There is no driver {name}. Choose another one.',
      'Shipments',
    ])
    expect(all.length).toBeGreaterThan(5_000)
  })

  it('says what is required: a half sentence has no full stop, because its field is put before it', () => {
    expect(breaking(({ text }) => /^is .*\.$/.test(text))).toEqual([])
  })

  it('has no words of the program', () => {
    expect(breaking((one) => internal.test(fixed(one)))).toEqual([])
  })

  it('has no keys of fields, except where only programs that call the API read it', () => {
    const ofApi = [
      'An account_id is required.',
      'This is another provider. Leave provider_id out.',
      'must not be before start_date',
      'must be left out with collection_request_id',
      'A day belongs to no shipment. Leave shipment_id out.',
      'A manifest is named by its barcode. Leave shipment_id out.',
      'Name the shipment by id or tracking_reference.',
      'Name the shipment by tracking_reference.',
      '{file_name} has {bytes.length} bytes, but file_size says {file_size}.',
    ]
    const key = /(?<![\w`'"/=&?.$@-])[a-z]{2,}_[a-z_]{2,}(?![\w`'"/=.@-])/
    expect(
      breaking((one) => key.test(fixed(one)) && /\s/.test(one.text) && !ofApi.includes(one.text)),
    ).toEqual([])
  })

  it('calls people by their names, not by their user names', () => {
    expect(
      breaking(
        ({ text }) =>
          /\{[^{}]*\b(username|modified_by|created_by)\}/.test(text) && !text.includes('personName('),
      ),
    ).toEqual([])
  })

  it('is plain', () => {
    expect(breaking((one) => quaint.test(fixed(one)))).toEqual([])
  })
})
