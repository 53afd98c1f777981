import { IconLayoutGrid } from '../../kit/icons/icons.ts'
import { page_mode_labels, type ShipmentPageMode } from '@waybill/domain/identity/page-modes'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { useChangeMode, usePageMode } from './pages/use-page-mode.ts'

/**
 * Menu for choosing the page mode for booking. The choice is stored with the user and applies on every device
 * (SHIP-100, SHIP-102).
 */
export function PageModeMenu({ mode }: { mode: ShipmentPageMode }) {
  const { offered } = usePageMode()
  const change = useChangeMode()
  if (offered.length === 0) return null
  return (
    <Menu
      label="Page mode"
      entries={offered.map((one) => ({
        label: one === mode ? `${page_mode_labels[one]} (now)` : page_mode_labels[one],
        onSelect: () => change.mutate({ shipment_page_mode: one }),
      }))}
    >
      {(trigger) => (
        <Button {...trigger} size="sm" icon={IconLayoutGrid} busy={change.isPending}>
          {`Page mode: ${page_mode_labels[mode]}`}
        </Button>
      )}
    </Menu>
  )
}
