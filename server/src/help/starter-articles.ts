import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import {
  help_category_keys,
  help_readers,
  type HelpCategory,
  type StoredArticle,
} from '@waybill/domain/help/model'

const folder = path.join(import.meta.dirname, 'articles')

/** The lines between the two `---` at the start of an article. */
const FrontMatter = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1),
  readers: z
    .string()
    .transform((list) => list.split(', '))
    .pipe(z.array(z.enum(help_readers))),
  keywords: z.string().min(1),
  /** Place among the articles of its category, from 1. */
  position: z.coerce.number().int().positive(),
})

function readArticle(category: HelpCategory, name: string) {
  const source = fs.readFileSync(path.join(folder, category, name), 'utf8')
  const [, head = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  // A value that contains a colon has quotes, because the front matter is YAML.
  const lines = [...head.matchAll(/^(\w+): (['"]?)(.*)\2$/gm)].map(([, key = '', , value]) => [key, value])
  const { data, error } = FrontMatter.safeParse(Object.fromEntries(lines))
  if (error) throw new Error(`Help article ${category}/${name}: ${z.prettifyError(error)}`)
  const { position, ...fields } = data
  return { position, article: { ...fields, slug: path.basename(name, '.md'), category, text: text.trim() } }
}

function readCategory(category: HelpCategory): StoredArticle[] {
  return fs
    .readdirSync(path.join(folder, category))
    .map((name) => readArticle(category, name))
    .sort((one, other) => one.position - other.position)
    .map(({ article }) => article)
}

/** The articles that ship with the product, in display order: `articles/<category>/<slug>.md`. */
export const starter_articles: readonly StoredArticle[] = help_category_keys.flatMap(readCategory)
