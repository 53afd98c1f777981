import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { starter_articles } from '../server/src/help/starter-articles.ts'
import { sentencesIn, sentencesOf, type Sentence } from './sentences.ts'

const root = path.join(import.meta.dirname, '..')
/** API documentation is for developers, who understand technical terms. */
const is_api_document = ({ place }: Sentence): boolean => place.startsWith('server/src/http/docs/')
const is_sql = ({ text }: Sentence): boolean => /^(SELECT|INSERT|UPDATE|DELETE|WITH \w+ AS) /.test(text)
const articles = starter_articles.flatMap(({ slug, title, summary, text }) =>
  [title, summary, text].map((one) => ({ place: `help article ${slug}`, text: one })),
)
const all = sentencesIn(root, ['domain/src', 'server/src', 'web/src'])
  .filter((one) => !is_api_document(one) && !is_sql(one))
  .concat(articles)

/** Returns the text without its run-time values. */
function fixed({ text }: Pick<Sentence, 'text'>): string {
  const less = text.replaceAll(/\{[^{}]*\}/g, '')
  return less === text ? text : fixed({ text: less })
}
const breaking = (rule: (sentence: Sentence) => boolean): string[] =>
  all.filter((one) => rule(one)).map(({ place, text }) => `${place}: ${text}`)

/** Programming terms, and outdated words. */
const internal =
  /\b(actor|payload|enum|null|undefined|NaN|tenant|handler|uuid|regexp?|outbox|boolean|integer|array|stack trace)\b/i
const quaint =
  /\b(bears?|naught|whoever|thereof|heed|dwells?|lest)\b|\b[Ss]tands? (on|in|below|before|here|there|against)\b/

describe('texts displayed to users', () => {
  it('are found in every kind of source', () => {
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

  it('are in the catalogues of languages, on the pages of drivers', () => {
    // Displayed by nobody: a failed upload is repeated until it succeeds.
    const hidden = ['A picture could not be sent.']
    const isBeside = (one: Sentence): boolean =>
      one.place.startsWith('web/src/drivers/') && !/^web\/src\/drivers\/(?:texts|office)\//.test(one.place)
    expect(
      breaking((one) => isBeside(one) && /[A-Za-z]{2}/.test(fixed(one)) && !hidden.includes(one.text)),
    ).toEqual([])
  })

  it('have no full stop in fragments that start with ‘is’, because the field name is put before them', () => {
    expect(breaking(({ text }) => /^is .*\.$/.test(text))).toEqual([])
  })

  it('contain no programming terms', () => {
    expect(breaking((one) => internal.test(fixed(one)))).toEqual([])
  })

  it('contain no field keys, except those read only by API clients', () => {
    const ofApi = [
      'An account_id is required.',
      'This is another provider. Leave provider_id out.',
      'must not be before start_date',
      'must be left out with collection_request_id',
      'This action is not about a shipment. Leave out shipment_id.',
      'A manifest is identified by its barcode. Leave out shipment_id.',
      'Identify the shipment by id or tracking_reference.',
      'Identify the shipment by tracking_reference.',
      '{file_name} has {bytes.length} bytes, but file_size says {file_size}.',
    ]
    const key = /(?<![\w`'"/=&?.$@-])[a-z]{2,}_[a-z_]{2,}(?![\w`'"/=.@-])/
    expect(
      breaking((one) => key.test(fixed(one)) && /\s/.test(one.text) && !ofApi.includes(one.text)),
    ).toEqual([])
  })

  it('show the names of people, not their user names', () => {
    expect(
      breaking(
        ({ text }) =>
          /\{[^{}]*\b(username|modified_by|created_by)\}/.test(text) && !text.includes('personName('),
      ),
    ).toEqual([])
  })

  it('contain no outdated words', () => {
    expect(breaking((one) => quaint.test(fixed(one)))).toEqual([])
  })
})
