import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { helpApi } from '@waybill/domain/help/api'
import { useEndpointMutation } from '../kit/api/index.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Row } from '../kit/ui/page-layout/Layout.tsx'

/** Lets a reader vote on whether an article was helpful; another click changes the vote. */
export function Helpful({ slug }: { slug: string }) {
  const vote = useEndpointMutation(helpApi.vote)
  const given = vote.data ? vote.variables?.is_helpful : undefined
  const answer = (isHelpful: boolean) => vote.mutate({ slug, is_helpful: isHelpful })
  return (
    <div role="group" aria-label="Was this helpful?">
      <Row>
        <span>Was this helpful?</span>
        <Button size="sm" icon={IconThumbUp} aria-pressed={given === true} onClick={() => answer(true)}>
          Yes
        </Button>
        <Button size="sm" icon={IconThumbDown} aria-pressed={given === false} onClick={() => answer(false)}>
          No
        </Button>
      </Row>
      <p role="status">{given === undefined ? '' : 'Thank you for telling us.'}</p>
    </div>
  )
}
