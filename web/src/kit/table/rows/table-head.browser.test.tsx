import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show, cleanUp } from '../../sample-page.tsx'
import { min_width, type Column, type Columns } from '../columns/columns.ts'
import { max_fitting_width } from '../columns/fitting-width.ts'
import shared from '../table.module.css'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'

afterEach(cleanUp)

const columns: readonly Column<string>[] = [
  { key: 'note', title: 'Note', cell: (text) => <span>{text}</span>, text: (text) => text },
  { key: 'other', title: 'Other', cell: () => '–', text: () => '–' },
]

function Sample({ rows, isWhole = false }: { rows: readonly string[]; isWhole?: boolean }) {
  const [width, setWidth] = useState(150)
  const shown = columns.map((column) => ({ ...column, whole: isWhole }))
  const arranged: Columns<string> = {
    all: shown,
    shown,
    isShown: () => true,
    widthOf: ({ key }) => (key === 'note' ? width : 150),
    fitted: () => arranged,
    toggle: () => undefined,
    move: () => undefined,
    resize: (_, next) => setWidth(Math.max(min_width, next)),
    reset: () => undefined,
  }
  return (
    <div style={{ width: 900 }}>
      <table className={shared.table} style={{ width: width + 150 }}>
        <TableHead
          columns={arranged}
          list={undefined}
          selection={null}
          rows={rows}
          idOf={(row) => row}
          hasMenu={false}
        />
        <tbody>
          {rows.map((row, index) => (
            <TableRow
              key={row}
              row={row}
              columns={arranged.shown}
              asOf={0}
              at={index + 2}
              link={undefined}
              menu={undefined}
              isSelected={false}
              onSelect={null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

async function widthAfterDoubleClick(rows: readonly string[]): Promise<number> {
  await show(<Sample rows={rows} />)
  const heading = page.getByRole('columnheader', { name: 'Note' }).element()
  await userEvent.dblClick(heading.querySelector(`.${shared.grip}`) as HTMLElement)
  return heading.getBoundingClientRect().width
}

it('fits a column to its widest shown cell on a double click on its edge', async () => {
  const long = 'Left at the gate with the security guard'
  const wide = await widthAfterDoubleClick(['Short', long])
  const cell = page.getByRole('cell', { name: long }).element()
  expect(cell.scrollWidth).toBe(cell.clientWidth)
  expect(wide).toBeGreaterThan(200)
  await cleanUp()
  expect(await widthAfterDoubleClick(['Short'])).toBeLessThan(150)
})

it.each([
  ['the least width for short text', ['1'], min_width],
  ['the largest width for very long text', ['Left with the guard. '.repeat(20)], max_fitting_width],
])('gives a column %s on a double click on its edge', async (_, rows, width) => {
  expect(await widthAfterDoubleClick(rows)).toBe(width)
})

it.each([
  ['wraps the text of a column that is never cut', true],
  ['cuts the text of any other column', false],
])('%s', async (_, isWhole) => {
  const reason = 'The driver reported a problem at the delivery: the gate is locked.'
  await show(<Sample rows={[reason]} isWhole={isWhole} />)
  const cell = page.getByRole('cell', { name: reason }).element()
  expect(cell.scrollWidth <= cell.clientWidth).toBe(isWhole)
})
