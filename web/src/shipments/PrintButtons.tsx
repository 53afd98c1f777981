import { IconChevronDown, IconPrinter } from '@tabler/icons-react'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { default_label_format } from '@waybill/domain/shipments/settings'
import { useState } from 'react'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Menu } from '../kit/ui/Menu.tsx'
import { label_printer, printLabels, stickers, waybills, type Print } from './print.ts'

/** 'Label': stickers, the A4 waybill, or stickers for a label printer, in a new tab. */
export function PrintButtons({ shipment_id }: { shipment_id: number }) {
  const me = useMe()
  const format = useSetting(default_label_format)
  const [isBusy, setBusy] = useState(false)
  if (!mayCall(me, shipmentsApi.batchLabel)) return null
  const print = async (what: Print): Promise<void> => {
    setBusy(true)
    await printLabels([shipment_id], what)
    setBusy(false)
  }
  const pdf = { label: 'Stickers (PDF)', icon: IconPrinter, onSelect: () => print(stickers) }
  const zpl = {
    label: 'Stickers for a label printer (ZPL)',
    icon: IconPrinter,
    onSelect: () => print(label_printer),
  }
  return (
    <Menu
      label="Labels"
      entries={[
        ...(format === 'zpl' ? [zpl, pdf] : [pdf, zpl]),
        { label: 'Waybill (A4)', icon: IconPrinter, onSelect: () => print(waybills) },
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
