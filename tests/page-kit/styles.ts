import postcss, { type AtRule, type Container, type Document as CssDocument } from 'postcss'

/** The CSS properties that decide what a page shows and how its text reads. */
const properties = ['display', 'visibility', 'text-transform'] as const
type Property = (typeof properties)[number]

interface Rule {
  selector: string
  /** Media queries that must all hold. */
  media: readonly string[]
  /** The specificity as one number, and the position in the stylesheet. */
  weight: number
  values: Partial<Record<Property, string>>
}

/** The rules that decide what is visible, by a class that their element must have; `others` have none. */
export interface Styles {
  byClass: ReadonlyMap<string, readonly Rule[]>
  others: readonly Rule[]
}

/** Reads the rules that decide what is visible from a stylesheet. */
export function readStyles(css: string): Styles {
  const byClass = new Map<string, Rule[]>()
  const others: Rule[] = []
  let place = 0
  postcss.parse(css).walkRules((rule) => {
    const values: Rule['values'] = {}
    let isImportant = false
    rule.each((node) => {
      if (node.type !== 'decl' || !properties.includes(node.prop as Property)) return
      values[node.prop as Property] = node.value
      isImportant ||= node.important === true
    })
    if (Object.keys(values).length === 0) return
    const media = mediaOf(rule.parent)
    if (media === null) return
    for (const selector of rule.selectors) {
      if (selector.includes('::') || /:(before|after|first-letter|first-line)\b/.test(selector)) continue
      place += 1
      const own = { selector, media, weight: weightOf(selector, isImportant) * 1e6 + place, values }
      const last = selector.split(/[\s>+~]+(?![^(]*\))/).at(-1) ?? ''
      const name = /\.([\w-]+)/.exec(last.replaceAll(/:(not|is|where|has)\([^)]*\)/g, ''))?.[1]
      if (name === undefined) others.push(own)
      else byClass.set(name, [...(byClass.get(name) ?? []), own])
    }
  })
  return { byClass, others }
}

/**
 * Returns the media queries around a rule; `null` when the rule does not apply to elements, such as a step of an
 * animation.
 */
function mediaOf(parent: Container | CssDocument | undefined): string[] | null {
  if (parent?.type !== 'atrule') return []
  const { name, params } = parent as AtRule
  const outer = mediaOf(parent.parent)
  if (outer === null || name.includes('keyframes') || name === 'font-face') return null
  return name === 'media' ? [...outer, params] : outer
}

function weightOf(selector: string, isImportant: boolean): number {
  const count = (pattern: RegExp): number => selector.match(pattern)?.length ?? 0
  const classes = count(/\.[\w-]+|\[[^\]]+\]|:(?!not|is|where|has)[\w-]+/g)
  return Number(isImportant) * 1e6 + count(/#[\w-]+/g) * 1e4 + classes * 100 + count(/(^|[\s>+~(])[a-z]/g)
}

const inline_tags = new Set(
  'SPAN A B I EM STRONG SMALL CODE KBD ABBR TIME SUB SUP IMG SVG LABEL MARK Q S U BDI CITE DFN OUTPUT SAMP VAR WBR'.split(
    ' ',
  ),
)
const inline_blocks = new Set(['INPUT', 'BUTTON', 'SELECT', 'TEXTAREA', 'METER', 'PROGRESS'])
const hidden_selectors = new Set([
  'SCRIPT',
  'STYLE',
  'HEAD',
  'TEMPLATE',
  'NOSCRIPT',
  'TITLE',
  'META',
  'LINK',
  'DATALIST',
])
const tables: Record<string, string> = {
  TABLE: 'table',
  TR: 'table-row',
  TD: 'table-cell',
  TH: 'table-cell',
  TBODY: 'table-row-group',
  THEAD: 'table-header-group',
  LI: 'list-item',
}

/** The computed style of an element, without layout. */
export interface ElementStyle {
  display: string
  visibility: string
  'text-transform': string
}

/** Computes whether elements of one window are visible, from its stylesheet, their inline styles and browser defaults. */
export class RenderedElements {
  readonly #styles: Styles
  readonly #matchesMedia: (query: string) => boolean
  readonly #open_popovers: WeakSet<object>
  #known = new WeakMap<Element, ElementStyle>()

  constructor(styles: Styles, matchesMedia: (query: string) => boolean, openPopovers: WeakSet<object>) {
    this.#styles = styles
    this.#matchesMedia = matchesMedia
    this.#open_popovers = openPopovers
  }

  /** Clears the cache, because the page may have changed since. */
  recomputeStyles(): void {
    this.#known = new WeakMap()
  }

  of(element: Element): ElementStyle {
    const known = this.#known.get(element)
    if (known) return known
    const parent = element.parentElement ? this.of(element.parentElement) : null
    const rules = [...element.classList]
      .flatMap((name) => this.#styles.byClass.get(name) ?? [])
      .concat(this.#styles.others)
      .filter(({ media, selector }) => media.every(this.#matchesMedia) && matches(element, selector))
      .toSorted((a, b) => a.weight - b.weight)
    const own = (element as HTMLElement).style as CSSStyleDeclaration | undefined
    const ruled = (property: Property): string | undefined =>
      own?.getPropertyValue(property) || rules.findLast(({ values }) => values[property])?.values[property]
    const isBlockified = parent !== null && /flex|grid/.test(parent.display)
    let display = ruled('display') ?? this.#usual(element)
    if (this.#isClosed(element)) display = 'none'
    if (isBlockified && display.startsWith('inline')) display = 'block'
    const shown = {
      display,
      visibility: ruled('visibility') ?? parent?.visibility ?? 'visible',
      'text-transform': ruled('text-transform') ?? parent?.['text-transform'] ?? 'none',
    }
    this.#known.set(element, shown)
    return shown
  }

  /** Whether the element is visible, as far as styles decide it. */
  isShown(element: Element): boolean {
    return this.of(element).visibility === 'visible' && this.isLaidOut(element)
  }

  /** Whether the element and all its ancestors take part in layout. */
  isLaidOut(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (this.of(at).display === 'none') return false
      const parent = at.parentElement
      if (parent?.nodeName === 'DETAILS' && at.nodeName !== 'SUMMARY' && !parent.hasAttribute('open'))
        return false
    }
    return element.isConnected
  }

  #usual(element: Element): string {
    const tag = element.nodeName.toUpperCase()
    if (element.hasAttribute('hidden') || hidden_selectors.has(tag)) return 'none'
    if (inline_tags.has(tag)) return 'inline'
    return inline_blocks.has(tag) ? 'inline-block' : (tables[tag] ?? 'block')
  }

  #isClosed(element: Element): boolean {
    if (element.nodeName === 'DIALOG') return !element.hasAttribute('open')
    return element.hasAttribute('popover') && !this.#open_popovers.has(element)
  }
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}
