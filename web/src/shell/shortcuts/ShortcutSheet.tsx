import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { useAccess } from '../access.ts'
import { navigationFor } from '../navigation/navigation.ts'
import { mayVisit } from '../pages.ts'
import styles from './shortcut-sheet.module.css'

const sheet_rows: readonly (readonly [string, string])[] = [
  ['Ctrl k', 'Commands, also ⌘ k'],
  ['/', 'Reference search'],
  ['n', 'New'],
  ['j', 'Next row, also ↓'],
  ['k', 'Previous row, also ↑'],
  ['Enter', 'Open row'],
  ['x', 'Select row, also Space'],
  ['.', 'Row menu'],
  ['f', 'Add filter'],
  ['r', 'Refresh'],
  ['[', 'Collapse navigation'],
  ['Ctrl Enter', 'Save'],
  ['Esc', 'Close the top layer'],
  ['Alt 1', 'Data capturing: go to the first section, up to Alt 6'],
  ['Alt s', 'Data capturing: skip optional fields, or stop at each'],
  ['Alt p', 'Data capturing: stop at this optional field, or skip it'],
  ['Alt n', 'Data capturing: add a parcel'],
  ['F7', 'Use the weight of the scale'],
  ['F8', 'Data capturing: cancel the last capture'],
  ['F9', 'After a booking: print its label'],
  ['F10', 'After a booking: print its slip, 80 mm'],
  ['Ctrl d', 'Data capturing: repeat from the previous capture'],
]

/** List of keyboard shortcuts, including the pages that the user can open with `g` and a letter. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const access = useAccess()
  const places = navigationFor(access, mayVisit).filter((item) => item.key)
  const rows = [
    ...sheet_rows,
    ...places.map((item) => [`g ${item.key ?? ''}`, `Go to ${item.label}`] as const),
  ]
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, what]) => (
          <ShortcutRow key={keys} keys={keys} what={what} />
        ))}
      </dl>
    </Modal>
  )
}

function ShortcutRow({ keys, what }: { keys: string; what: string }) {
  return (
    <>
      <dt>
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </>
  )
}
