import { IconChevronDown, IconPrinter } from '../kit/icons/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { mayPrintLabel } from '@waybill/domain/shipments/labels/printable'
import { default_label_format } from '@waybill/domain/shipments/settings'
import { useState } from 'react'
import { refresh } from '../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Menu } from '../kit/ui/layers/Menu.tsx'
import { label_printer, printLabels, stickers, waybills, type Print } from './print.ts'

/** The “Label” menu. It opens stickers (PDF), the A4 waybill, or stickers for a label printer (ZPL) in a new tab. */
export function PrintButtons({
  shipment,
}: {
  shipment: Pick<Shipment, 'id' | 'tracking_reference' | 'status'>
}) {
  const me = useMe()
  const format = useSetting(default_label_format)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (!mayCall(me, shipmentsApi.batchLabel)) return null
  const print = async (what: Print): Promise<void> => {
    setBusy(true)
    await printLabels([shipment.id], what)
    await refresh(client, [shipmentsApi.detail])
    setBusy(false)
  }
  const verdict = mayPrintLabel(shipment.tracking_reference, shipment.status)
  const pdf = { label: 'Stickers (PDF)', verdict, icon: IconPrinter, onSelect: () => print(stickers) }
  const zpl = {
    label: 'Stickers for a label printer (ZPL)',
    verdict,
    icon: IconPrinter,
    onSelect: () => print(label_printer),
  }
  return (
    <Menu
      label="Labels"
      entries={[
        ...(format === 'zpl' ? [zpl, pdf] : [pdf, zpl]),
        { label: 'Waybill (A4)', verdict, icon: IconPrinter, onSelect: () => print(waybills) },
      ]}
    >
      {(trigger) => (
        <Button {...trigger} icon={IconPrinter} endIcon={IconChevronDown} busy={isBusy} data-shortcut="p">
          Label
        </Button>
      )}
    </Menu>
  )
}
