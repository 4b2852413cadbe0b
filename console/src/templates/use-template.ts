import { useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { sendOnce, useSend } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { TEMPLATES_KEY, type TemplateEntry, templatesQuery } from './queries.ts'

type Named = Pick<TemplateEntry, 'id' | 'name'>

/** Makes a template the default of new documents; *Undo* restores the previous one. */
export function useDefaultTemplate() {
  const words = useWords().templates
  const queries = useQueryClient()
  const { send } = useSend()
  const choose = async (api: Api, templateId: string) => {
    await api.patchSettings({ body: { templateId } })
    await Promise.all([
      queries.invalidateQueries({ queryKey: [TEMPLATES_KEY] }),
      queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    ])
  }
  const goBack = async (before: Named) => {
    try {
      await sendOnce((api) => choose(api, before.id))
      tellDone(words.usedAgain(before.name))
    } catch (error) {
      tellFailed(error)
    }
  }
  return async ({ id, name }: Named) => {
    try {
      const templates = await queries.ensureQueryData(templatesQuery)
      const before = templates.find((it) => it.isDefault)
      await send(async (api) => {
        await choose(api, id)
        tellDone(words.nowUsed(name), before && { label: words.undo, run: () => goBack(before) })
      })
    } catch (error) {
      tellFailed(error)
    }
  }
}
