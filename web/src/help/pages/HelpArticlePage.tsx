import { useQuery } from '@tanstack/react-query'
import { helpApi } from '@waybill/domain/help/api'
import { help_categories } from '@waybill/domain/help/model'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Prose } from '../../kit/ui/texts/Prose.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ArticleLinks } from '../ArticleLinks.tsx'
import { HelpContact } from '../HelpContact.tsx'
import { IconThumbDown, IconThumbUp } from '../../kit/icons/icons.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'

const back = { to: '/help-centre', label: 'Help centre' }

/** Page of one help article, with the other articles of its category (HELP-001). */
export default function HelpArticlePage() {
  const slug = usePathPart('slug')
  const mayVisit = useMayVisit()
  const query = useQuery(endpointQuery(helpApi.article, { slug }))
  const others = useQuery(endpointQuery(helpApi.articles, { search: undefined }))
  const article = query.data
  if (!article)
    return (
      <Page width="form">
        <PageHeader title="Help centre" back={back} />
        {query.error ? (
          <RegionError thrown={query.error} what="The article" onRetry={() => void query.refetch()} />
        ) : (
          <Loading lines={10} />
        )}
      </Page>
    )
  const related = (others.data?.articles ?? []).filter(
    (other) => other.category === article.category && other.slug !== article.slug,
  )
  return (
    <Page width="form">
      <PageHeader title={article.title} back={back} />
      <Columns
        main={
          <Card title={article.summary}>
            <Stack>
              <Prose text={article.text} mayGo={(path) => mayVisit(path.split('?')[0] ?? '')} />
              <Helpful key={slug} slug={slug} />
            </Stack>
          </Card>
        }
        side={
          <>
            {related.length > 0 && (
              <Card title={help_categories[article.category]} flush>
                <ArticleLinks of={related} />
              </Card>
            )}
            <HelpContact />
          </>
        }
      />
    </Page>
  )
}

/** Lets a reader vote on whether an article was helpful; another click changes the vote. */
function Helpful({ slug }: { slug: string }) {
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
