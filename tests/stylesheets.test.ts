import fs from 'node:fs'
import path from 'node:path'
import postcss, { type ChildNode, type Container, type Declaration, type Root, type Rule } from 'postcss'
import { describe, expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../web/src')
const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
const sources = new Map(
  files
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes('.test.'))
    .map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]),
)
const tokens_file = 'kit/theme/tokens.css'
const sheets = new Map(
  [...sources]
    .filter(([file]) => file.endsWith('.css'))
    .map(([file, source]) => [file, postcss.parse(source, { from: file })]),
)
const modules = new Map([...sheets].filter(([file]) => file.endsWith('.module.css')))
const tokens = new Map<string, string>()
sheets.get(tokens_file)?.walkDecls(/^--/, ({ prop, value }) => {
  if (!tokens.has(prop)) tokens.set(prop, value)
})

/**
 * Stylesheets that several components of one folder use, and for what. Each of their classes is used by at least two
 * components, or is in a selector with one that is.
 */
const shared: Readonly<Record<string, string>> = {
  'accounts/account.module.css': 'the cards and lists of accounts',
  'accounts/addresses/address.module.css': 'the fields of an address',
  'shipments/pages/callers/callers.module.css': 'results and card of a caller',
  'shell/shell.module.css': 'the parts of the navigation',
  'audit/audit.module.css': 'what an entry is about',
  'billing/billing.module.css': 'the pages of an account and of a document',
  'billing/receivables/receivables.module.css': 'rows of credits, invoices and allocations',
  'claims/claims.module.css': 'lists of claims',
  'drivers/driver.module.css': 'rows, large buttons and fields of the driver pages',
  'hub/shared.module.css': 'the cards beside the scanner',
  'identity/profile.module.css': 'lists of devices and passkeys',
  'identity/sign-in.module.css': 'the forms before signing in',
  'identity/second-factor/two-factor.module.css': 'numbered steps',
  'imports/imports.module.css': 'the pages of imports',
  'integrations/integrations.module.css': 'rows of integrations and subscriptions',
  'kit/form/field.module.css': 'label, hint, error and list of every field',
  'kit/table/table.module.css': 'cells of head and body, rows of the panels',
  'maps/shared.module.css': 'the drawn map',
  'maps/zone.module.css': 'the pages of areas',
  'payments/payments.module.css': 'the steps of a payment',
  'rates/price-grid/grid.module.css': 'the states of a cell and their legend',
  'rates/rates.module.css': 'the forms of a rate book',
  'reports/ops-dashboard.module.css': 'words of drivers and stops',
  'reports/reports.module.css': 'notes of a report',
  'settings/controls/controls.module.css': 'the controls of settings',
  'settings/settings.module.css': 'the row of a setting',
  'shipments/detail.module.css': 'the lines of the cards',
  'shipments/new/booking.module.css': 'the sections of a booking',
  'shipments/new/mobile.module.css': 'the steps on a small screen',
  'shipments/new/quote.module.css': 'words of prices',
}

/**
 * May use a shared stylesheet of another folder, because its list has groups and remarks, which the lists of fields
 * do not have.
 */
const outsider = 'accounts/addresses/AddressSearch.tsx'

/** Stylesheets that style elements rendered by another component, with the reason. */
const foreign_elements: Readonly<Record<string, string>> = {
  'shell/notices/banners.module.css': 'links come of the message of the company',
  'shell/shell.module.css': 'the icon of a quiet button is drawn by the button',
  'billing/billing.module.css': 'columns become one on a phone',
  'billing/invoices-and-statements/document-frame.module.css': 'sums come before the lines on a phone',
  'identity/sign-in/entry-card.module.css': 'each page brings its own heading',
  'identity/sign-in.module.css': 'labels are those of the fields of the kit',
  'identity/registration/terms.module.css': 'paragraphs come of a written text',
  'imports/imports.module.css': 'the text area is of the kit',
  'kit/form/field-frame.module.css': 'each kind of field brings its own icon',
  'kit/table/filters/filter-bar.module.css': 'the text of a button is drawn by the button',
  'kit/table/filters/filter-editor.module.css': 'labels are those of the choices of the kit',
  'kit/table/table.module.css': 'ticks and labels are those of the choices of the kit',
  'kit/table/rows/table-row.module.css': 'a cell may bring its own link',
  'kit/ui/buttons/button.module.css': 'whatever looks like a button brings its own icon',
  'kit/ui/layers/modal.module.css': 'icon and buttons are brought by the opener',
  'maps/zone.module.css': 'fields beside buttons take the room that is left',
  'rates/rates.module.css': 'fields of a group that cannot be changed',
  'shipments/new/booking.module.css': 'the part with the button that submits stays in view',
  'shipments/new/data-capturing/capture-sheet.module.css': 'the key of a section stands after its heading',
  'shipments/new/parcels/parcel-grid.module.css': 'the cells are fields of the kit',
  'shipments/new/parcels/parcel-tiles.module.css': 'labels are those of the fields of the kit',
  'shipments/new/quotes/quick-quote.module.css': 'old prices are faint while new ones load',
  'shipments/statuses/problem-strip.module.css': 'the parts of a notice wrap on a phone',
}

/**
 * Boxes that scroll and are no `ScrollRegion`, with why a keyboard reaches all of them. Any other box is one, because what it
 * holds may have nothing that takes the focus.
 */
const scrolls_otherwise: Readonly<Record<string, string>> = {
  'identity/registration/terms.module.css .window': 'a region that takes the focus itself',
  'integrations/integrations.module.css .text': 'preformatted text that takes the focus itself',
  'kit/form/field.module.css .list': 'a list box: the active option is scrolled into view',
  'kit/table/rows/bulk-bar.module.css .bulk': 'holds buttons only',
  'kit/table/rows/table-body.module.css .scroll': 'a grid with a roving focus on its rows',
  'kit/table/table.module.css .panelList': 'holds buttons and ticks only',
  'kit/ui/layers/modal.module.css .body': 'a dialog: long ones are forms, whose fields take the focus',
  'kit/ui/layers/popover.module.css .popover': 'holds menu items or fields',
  'kit/ui/page-layout/tabs.module.css .segments': 'holds tabs only',
  'kit/ui/page-layout/tabs.module.css .tabs': 'holds tabs only',
  'maps/pages/maps-page.module.css .side': 'holds areas to choose from',
  'rates/price-grid/cell-panel.module.css .panel': 'holds the fields of a cell',
  'reports/figure-strip.module.css .strip': 'holds links only',
  'settings/navigation/settings-rail.module.css .rail': 'holds links only',
  'shell/frame.module.css .main': 'the page itself',
  'shell/navigation/navigation-list.module.css .list': 'holds links only',
  'shell/palette/palette.module.css .list': 'a list box: the active option is scrolled into view',
  'shell/tracking-widget.module.css .panel': 'holds a search and its links',
}

/** Cells and rows of a table need no class each, because the table has one. */
const parts_of_tables = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'])

const colour =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|yellow|orange)(?![\w-])/i
const scrolling = /^overflow(?:-[xy])?: (?:auto|scroll)$/
const spacing = /^(?:margin|padding|gap|row-gap|column-gap|scroll-margin|scroll-padding)(?:-|$)/

interface Import {
  file: string
  /** The name under which the code imports the stylesheet. */
  name: string
}

const imports = new Map<string, Import[]>()
for (const [file, source] of sources)
  for (const [, name = '', target = ''] of source.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)) {
    const sheet = path.join(path.dirname(file), target)
    imports.set(sheet, [...(imports.get(sheet) ?? []), { file, name }])
  }

const isKeyframe = (rule: Rule): boolean =>
  rule.parent?.type === 'atrule' && 'name' in rule.parent && String(rule.parent.name).endsWith('keyframes')

function rulesOf(sheet: Root): Rule[] {
  const rules: Rule[] = []
  sheet.walkRules((rule) => {
    if (!isKeyframe(rule)) rules.push(rule)
  })
  return rules
}

/** Returns a selector without `:global(…)` and attribute values, which are not part of this stylesheet. */
const own = (selector: string): string =>
  selector.replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '').replaceAll(/\[[^\]]*\]/g, '')
const classesOf = (selector: string): string[] =>
  [...own(selector).matchAll(/\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
/** Returns the elements that a selector names, including those in `:not()` and similar. */
const elementsOf = (selector: string): string[] =>
  [...own(selector).matchAll(/(?<![\w.:#-])[a-z][a-z\d]*(?![\w-])/g)].map(([name]) => name)

function classesUsed({ file, name }: Import): Set<string> {
  const source = sources.get(file) ?? ''
  return new Set(
    [...source.replaceAll(/^import .*$/gm, '').matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map(
      ([, used = '']) => used,
    ),
  )
}

/** Returns the declarations of all stylesheets except the tokens that match `breaks`, one line each. */
function declarations(breaks: (declaration: Declaration) => boolean): string[] {
  const found: string[] = []
  for (const [file, sheet] of sheets)
    if (file !== tokens_file)
      sheet.walkDecls((one) => {
        if (breaks(one)) found.push(`${file}: ${one.prop}: ${one.value}`)
      })
  return found
}

/** Checks whether a declaration has a comment beside it, above it, or above its rule. */
function isExplained(declaration: Declaration): boolean {
  const before = (node: ChildNode | Container | undefined): boolean =>
    node !== undefined && 'prev' in node && typeof node.prev === 'function' && node.prev()?.type === 'comment'
  const next = declaration.next()
  const isBeside = next?.type === 'comment' && next.source?.start?.line === declaration.source?.start?.line
  return isBeside || before(declaration) || before(declaration.parent)
}

describe('stylesheets', () => {
  it('are found, with their tokens', () => {
    expect(modules.size).toBeGreaterThan(60)
    expect(tokens.size).toBeGreaterThan(80)
  })

  it('take font sizes from the scale, or relative to the surrounding text', () => {
    const size = /^(?:inherit|[\d.]+em|var\(--font-\w+\))$/
    expect(declarations(({ prop, value }) => prop === 'font-size' && !size.test(value))).toEqual([])
    expect(
      declarations(
        ({ prop, value }) => prop === 'font' && value !== 'inherit' && !value.includes('var(--font-'),
      ),
    ).toEqual([])
  })

  it('take colours from the tokens', () => {
    expect(declarations(({ value }) => colour.test(value))).toEqual([])
  })

  it('take margins, paddings and gaps from the scale, except 1px for the width of a line', () => {
    const pixels = /(?<![\w.-])-?[\d.]+px/g
    expect(
      declarations(
        ({ prop, value }) =>
          spacing.test(prop) && (value.match(pixels) ?? []).some((one) => !/^-?1px$/.test(one)),
      ),
    ).toEqual([])
  })

  it('use only variables that exist', () => {
    const program = [...sources].filter(([file]) => !file.endsWith('.css')).map(([, source]) => source)
    const set = new Set(tokens.keys())
    for (const sheet of sheets.values()) sheet.walkDecls(/^--/, ({ prop }) => void set.add(prop))
    const unknown = declarations(({ value }) =>
      [...value.matchAll(/var\((--[\w-]+)/g)].some(
        ([, name = '']) => !set.has(name) && !program.some((source) => source.includes(`'${name}'`)),
      ),
    )
    expect(unknown).toEqual([])
  })

  it('explain every !important in a comment', () => {
    const found: string[] = []
    for (const [file, sheet] of sheets)
      sheet.walkDecls((one) => {
        if (one.important && !isExplained(one)) found.push(`${file}: ${one.prop}: ${one.value}`)
      })
    expect(found).toEqual([])
  })

  it('select no elements except those of tables, outside the listed files', () => {
    const found = [...modules].flatMap(([file, sheet]) =>
      rulesOf(sheet).flatMap((rule) =>
        rule.selectors
          .filter((selector) => elementsOf(selector).some((name) => !parts_of_tables.has(name)))
          .map((selector) => ({ file, selector })),
      ),
    )
    const naming = new Set(found.map(({ file }) => file))
    expect(found.filter(({ file }) => !(file in foreign_elements))).toEqual([])
    const needless = Object.keys(foreign_elements).filter((file) => !naming.has(file))
    expect(needless).toEqual([])
  })

  it('scroll only boxes that a keyboard reaches', () => {
    const boxes = [...modules].flatMap(([file, sheet]) =>
      rulesOf(sheet)
        .filter(({ nodes }) =>
          nodes.some((one) => one.type === 'decl' && scrolling.test(`${one.prop}: ${one.value}`)),
        )
        .flatMap((rule) => rule.selectors.flatMap(classesOf))
        .map((name) => ({ file, name })),
    )
    const bare = boxes.filter(({ file, name }) =>
      (imports.get(file) ?? []).some(({ file: component, name: styles }) => {
        const uses = [
          ...(sources.get(component) ?? '').matchAll(new RegExp(`\\b${styles}\\.${name}\\b`, 'g')),
        ]
        return uses.some(
          ({ index }) => !/<ScrollRegion\b[^<]*$/.test((sources.get(component) ?? '').slice(0, index)),
        )
      }),
    )
    expect(bare.map(({ file, name }) => `${file} .${name}`).toSorted()).toEqual(
      Object.keys(scrolls_otherwise).toSorted(),
    )
  })

  it('belong to one component each, or are shared within one folder', () => {
    const wrong = [...modules.keys()].flatMap((sheet) => {
      const by = imports.get(sheet) ?? []
      if (by.length === 0) return [`${sheet}: nothing imports it`]
      if (by.length === 1) return sheet in shared ? [`${sheet}: not shared any more`] : []
      if (!(sheet in shared)) return [`${sheet}: ${by.map(({ file }) => file).join(', ')}`]
      const outside = by.filter(
        ({ file }) => file !== outsider && !file.startsWith(`${path.dirname(sheet)}/`),
      )
      return outside.map(({ file }) => `${sheet}: ${file} is of another folder`)
    })
    expect(wrong).toEqual([])
    expect(Object.keys(shared).filter((sheet) => !modules.has(sheet))).toEqual([])
  })

  it('share only classes that two components use', () => {
    const wrong = Object.keys(shared).flatMap((sheet) => {
      const uses = (imports.get(sheet) ?? []).map(classesUsed)
      const together = groupsOf(modules.get(sheet) ?? postcss.root())
      return together
        .filter((group) => uses.filter((used) => group.some((name) => used.has(name))).length < 2)
        .map((group) => `${sheet}: ${group.map((name) => `.${name}`).join(' ')}`)
    })
    expect(wrong).toEqual([])
  })

  it('define exactly the classes that are used', () => {
    const wrong = [...modules].flatMap(([file, sheet]) => {
      const defined = new Set(rulesOf(sheet).flatMap((rule) => rule.selectors.flatMap(classesOf)))
      const by = imports.get(file) ?? []
      const used = new Set(by.flatMap((one) => [...classesUsed(one)]))
      const computed = by.filter(({ file: from, name }) =>
        new RegExp(`(?<![\\w.])${name}(?:\\[|\\?)`).test(sources.get(from) ?? ''),
      )
      return [
        ...[...used].filter((name) => !defined.has(name)).map((name) => `${file}: .${name} is not defined`),
        ...[...defined].filter((name) => !used.has(name)).map((name) => `${file}: .${name} is not used`),
        ...computed.map(({ file: from }) => `${from}: a class of ${file} has a computed name`),
      ]
    })
    expect(wrong).toEqual([])
  })
})

/** Groups the classes of a stylesheet: classes in one selector are in one group. */
function groupsOf(sheet: Root): string[][] {
  let groups: string[][] = []
  for (const rule of rulesOf(sheet))
    for (const selector of rule.selectors) {
      const names = classesOf(selector)
      const joined = groups.filter((group) => group.some((name) => names.includes(name)))
      groups = [
        ...groups.filter((group) => !joined.includes(group)),
        [...new Set([...joined.flat(), ...names])],
      ]
    }
  return groups.filter((group) => group.length > 0)
}
