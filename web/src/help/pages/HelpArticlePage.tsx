import { useQuery } from '@tanstack/react-query'
import { helpApi } from '@waybill/domain/help/api'
import { help_categories } from '@waybill/domain/help/model'
import { endpointQuery } from '../../kit/api/index.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Prose } from '../../kit/ui/texts/Prose.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ArticleLinks } from '../ArticleLinks.tsx'
import { Helpful } from '../Helpful.tsx'
import { HelpContact } from '../HelpContact.tsx'

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
