import { IconTag } from '../../kit/icons/icons.ts'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { mayTag } from '@waybill/domain/shipments/notes-and-tags/shipment-tags'
import { useState } from 'react'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { useShipmentTags } from '../pages/use-filter-choices.ts'
import { ShipmentTags } from './ShipmentTags.tsx'
import { TagsDialog } from '../pages/TagsDialog.tsx'
import detail from '../detail.module.css'

/** The tags by which staff find a shipment again; visible only to users who may tag shipments (SHIP-112). */
export function TagsCard({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const known = useShipmentTags()
  const [isOpen, setOpen] = useState(false)
  if (mayTag(me) !== true) return null
  const tags = shipment.tags ?? []
  return (
    <Card
      title="Tags"
      actions={
        mayCall(me, shipmentsApi.addTags) && (
          <Button size="xs" icon={IconTag} onClick={() => setOpen(true)}>
            Change tags
          </Button>
        )
      }
    >
      {tags.length > 0 ? (
        <ShipmentTags names={tags} known={known} />
      ) : (
        <p className={detail.quiet}>No tags.</p>
      )}
      {isOpen && <TagsDialog shipments={[shipment]} known={known} onClose={() => setOpen(false)} />}
    </Card>
  )
}
