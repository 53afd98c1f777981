import { type ImportedZone } from '@waybill/domain/maps/model'
import { kind_words, mayEditMap } from '@waybill/domain/maps/zone-rules'
import { leftOutText } from '@waybill/domain/maps/zone-files'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { useState } from 'react'
import { sentenceOf, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FileField } from '../../kit/form/FileField.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { plainFileText } from '../../kit/import/file-text.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { affected_queries } from './zone-queries.ts'
import shared from '../zone.module.css'
import styles from './import-dialog.module.css'
import { type ZoneKind, zone_kinds } from '@waybill/domain/maps/map-kinds'

const action_texts = { add: 'New', change: 'Changes', refuse: 'Left out' } as const
const action_families = { add: 'green', change: 'blue', refuse: 'red' } as const

/** Dialog that imports areas from a KML or GeoJSON file. It shows the result of a dry run before the import. */
export function ImportDialog({
  kind: initialKind,
  draft_map_id,
  onClose,
}: {
  kind: ZoneKind
  draft_map_id: number | undefined
  onClose: () => void
}) {
  const me = useMe()
  const [kind, setKind] = useState<ZoneKind | null>(initialKind)
  const [isSimpler, setSimpler] = useState(false)
  const [file, setFile] = useState<{ name: string; content: string } | null>(null)
  const check = useEndpointMutation(zonesApi.importZones, { inForm: true })
  const take = useEndpointMutation(zonesApi.importZones, {
    inForm: true,
    refresh: affected_queries,
    done: ({ added, changed }) => {
      toast.success(`${added} added, ${changed} changed`)
      onClose()
    },
  })
  const found = check.data
  const [unreadable, setUnreadable] = useState<Error | null>(null)
  const good = found ? found.added + found.changed : 0
  const requested = (content: string, ofKind: ZoneKind, simplify: boolean) => ({
    content,
    kind: ofKind,
    simplify,
    draft_map_id,
  })
  const checkFile = (content: string, ofKind: ZoneKind | null, simplify: boolean): void => {
    if (ofKind) check.mutate({ ...requested(content, ofKind, simplify), dry_run: true })
  }
  const problem = unreadable ?? check.error ?? take.error
  return (
    <Modal
      title="Import areas"
      width="wide"
      onClose={onClose}
      footerNote={
        draft_map_id === undefined ? 'Imported areas take effect immediately.' : 'They go into the draft.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={take.isPending}
            reason={good > 0 ? null : 'Choose a file with areas that can be imported.'}
            onClick={() => file && kind && take.mutate(requested(file.content, kind, isSimpler))}
          >
            {good > 0 ? `Import ${good} ${good === 1 ? 'area' : 'areas'}` : 'Import'}
          </Button>
        </>
      }
    >
      <Stack>
        <FileField
          label="KML or GeoJSON file"
          accept=".kml,.geojson,.json"
          onChoose={(chosen) => {
            setUnreadable(null)
            setFile(null)
            check.reset()
            plainFileText(chosen).then((content) => {
              setFile({ name: chosen.name, content })
              checkFile(content, kind, isSimpler)
            }, setUnreadable)
          }}
        />
        <SelectField
          {...standaloneField('kind', kind, (next: ZoneKind | null) => {
            setKind(next)
            if (file) checkFile(file.content, next, isSimpler)
          })}
          label="Area type"
          hint="For areas without a type in the file."
          options={zone_kinds
            .filter((one) => mayEditMap(me, one) === true)
            .map((value) => ({ value, label: kind_words[value].tab }))}
        />
        <Checkbox
          {...standaloneField('simplify', isSimpler, (next: boolean) => {
            setSimpler(next)
            if (file) checkFile(file.content, kind, next)
          })}
          label="Simplify areas with too many points"
        />
        {problem && (
          <Notice variant="error" live>
            {sentenceOf(problem)}
          </Notice>
        )}
        {found && !check.error && (
          <>
            <p aria-live="polite">
              {found.zones.length} in the file: {found.added} new, {found.changed} changed, {found.refused}{' '}
              left out. {leftOutText(found.left_out)}
            </p>
            <ScrollRegion label="Areas of the file" className={styles.imported}>
              <ul className={styles.importedList}>
                {found.zones.map((zone, at) => (
                  <Imported key={`${at} ${zone.name}`} zone={zone} />
                ))}
              </ul>
            </ScrollRegion>
          </>
        )}
      </Stack>
    </Modal>
  )
}

function Imported({ zone }: { zone: ImportedZone }) {
  return (
    <li className={styles.importedItem}>
      <StatusBadge family={action_families[zone.action]} label={action_texts[zone.action]} size="compact" />
      <span>
        {zone.name || 'Without a name'} · {kind_words[zone.kind].tab} · {zone.node_count} points
        {zone.problem && <span className={shared.problem}> {zone.problem}</span>}
      </span>
    </li>
  )
}
