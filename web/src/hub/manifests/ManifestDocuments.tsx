import { IconChevronDown, IconFileTypeCsv, IconFileTypePdf, IconPrinter } from '../../kit/icons/icons.ts'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { useState } from 'react'
import { call } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'

/** Downloads of the manifest: a PDF with the barcode that drivers and scanners read, or a CSV. */
export function ManifestDocuments({ manifest }: { manifest: InterhubTransfer }) {
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  if (!mayCall(me, interhubApi.download)) return null
  const get = async (format: 'pdf' | 'csv'): Promise<void> => {
    setBusy(true)
    try {
      openTab((await call(interhubApi.download, { id: manifest.id, format })).url)
    } catch (thrown) {
      showError(thrown, 'The manifest could not be created')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      label="Documents"
      entries={[
        { label: 'Manifest (PDF)', icon: IconFileTypePdf, onSelect: () => get('pdf') },
        { label: 'Parcels (CSV)', icon: IconFileTypeCsv, onSelect: () => get('csv') },
      ]}
    >
      {(trigger) => (
        <Button {...trigger} icon={IconPrinter} endIcon={IconChevronDown} busy={isBusy} data-shortcut="p">
          Documents
        </Button>
      )}
    </Menu>
  )
}
