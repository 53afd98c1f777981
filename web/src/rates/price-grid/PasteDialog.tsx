import { laneKey, type RateGrid } from '@waybill/domain/rates/price-grid/price-grid'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { copyText } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import type { CellAt } from './grid-keys.ts'
import { pasteEdits, withTexts, type Block, type Pasted, type RejectedCell } from './lane-edits.ts'
import styles from './paste-dialog.module.css'

/** A pasted block with cells that cannot be used. */
export interface HeldPaste {
  /**
   * Keys of the lanes that were displayed, by `laneKey`, because the list can change while the user corrects the
   * block.
   */
  lane_keys: readonly string[]
  at: CellAt
  block: Block
  /** Whether the usable cells are already in the grid. */
  is_applied: boolean
}

const keyOf = ({ down, right }: Pick<RejectedCell, 'down' | 'right'>): string => `${down}/${right}`

/**
 * Lists the unusable cells of a pasted block with their names and problems, so that the user can correct them before
 * anything is lost.
 */
export function PasteDialog({
  grid,
  service_level_id,
  held,
  onPaste,
  onClose,
}: {
  grid: RateGrid
  service_level_id: number
  held: HeldPaste
  /** Receives the rest of the block as `left`; `null` when nothing is left. */
  onPaste: (pasted: Pasted, left: HeldPaste | null) => unknown
  onClose: () => void
}) {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const byKey = new Map(grid.lanes.map((lane) => [laneKey(lane), lane]))
  const lanes = held.lane_keys.map((key) => byKey.get(key))
  const read = (block: Block): Pasted => pasteEdits(grid, lanes, service_level_id, held.at, block)
  const { refused: requested } = read(held.block)
  const block = withTexts(held.block, texts)
  const now = read(block)
  const inside = requested.filter((cell) => !cell.is_outside)
  const outside = requested.filter((cell) => cell.is_outside)
  const left = now.refused.length
  const problems = new Map(now.refused.map((cell) => [keyOf(cell), cell.message]))
  const paste = (): void => {
    const isLeft = (down: number, right: number) => problems.has(keyOf({ down, right }))
    onPaste(now, left > 0 ? { ...held, is_applied: true, block: withTexts(block, new Map(), isLeft) } : null)
  }
  const prices = (count: number): string => (count === 1 ? '1 price' : `${count} prices`)
  return (
    <Modal
      title={`${prices(requested.length)} cannot be used`}
      onClose={onClose}
      width="wide"
      footerNote={left > 0 && now.read > 0 ? `${prices(left)} will stay here.` : undefined}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" reason={now.read === 0 ? 'No price can be used.' : null} onClick={paste}>
            {`Paste ${prices(now.read)}`}
          </Button>
        </>
      }
    >
      <div className={styles.pasted}>
        {inside.length > 0 && (
          <p>
            {held.is_applied
              ? 'The others are in the grid. Prices that you correct here are pasted too.'
              : 'Correct these prices, or paste the others first. Nothing has been pasted yet.'}
          </p>
        )}
        {inside.map((cell) => (
          <TextField
            key={keyOf(cell)}
            {...standaloneField(keyOf(cell), texts.get(keyOf(cell)) ?? cell.text, (text) =>
              setTexts((map) => new Map(map).set(keyOf(cell), text)),
            )}
            error={problems.get(keyOf(cell))}
            label={cell.where}
          />
        ))}
        {outside.length > 0 && (
          <Notice
            variant="warning"
            title={`The block is larger than the grid: ${prices(outside.length)} have no cell.`}
            action={
              <Button size="xs" onClick={() => copyText(asText(outside))}>
                Copy them
              </Button>
            }
          >
            <ul className={styles.pastedList}>
              {outside.map((cell) => (
                <li key={keyOf(cell)}>{`${cell.where}: ${cell.text}. ${cell.message}`}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Modal>
  )
}

/** Returns the cells as tab-separated text for a spreadsheet. */
function asText(cells: readonly RejectedCell[]): string {
  const rows = new Map<number, string[]>()
  for (const { down, text } of cells) rows.set(down, [...(rows.get(down) ?? []), text])
  return [...rows.values()].map((row) => row.join('\t')).join('\n')
}
