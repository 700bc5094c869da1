/** Plans, todos, goals, skills, workflows: tools with a call view and a raw result. Rule: dsh format, 14.1. */
import { z } from 'zod'
import { good } from '#shared/outcome'
import { blocksOf } from '../../../views/generic'
import { toolViews, type ToolViews } from './tool-views'

const anything = z.looseObject({})

function titled(title: string): ToolViews {
  return toolViews(anything, (args) => ({ card: 'generic', title, kind: 'other', rawInput: args }))
}

/** First Markdown heading of a plan, without its marks. */
function headingOf(plan: string): string {
  return /^#{1,6}\s+(.+?)\s*#*\s*$/m.exec(plan)?.[1] ?? 'Plan'
}

export const workTools: Readonly<Record<string, ToolViews>> = {
  todo_write: titled('Update todo list'),
  exit_plan_mode: toolViews(
    z.object({ plan: z.string() }),
    ({ plan }) => ({
      card: 'generic',
      title: headingOf(plan),
      kind: 'other',
      content: [{ type: 'text', text: plan }],
    }),
    (_, result) =>
      good({ card: 'generic', title: 'Plan review', content: blocksOf(result.content) }),
  ),
  workflow: toolViews(
    z.object({ meta: z.looseObject({ name: z.string() }), script: z.string() }),
    ({ meta, script }) => ({
      card: 'generic',
      title: `workflow: ${meta.name}`,
      kind: 'other',
      rawInput: script,
    }),
  ),
  ralph: toolViews(z.looseObject({ objective: z.string() }), ({ objective }) => ({
    card: 'generic',
    title: objective,
    kind: 'other',
  })),
  skill: toolViews(z.object({ name: z.string() }), ({ name }) => ({
    card: 'generic',
    title: `Load skill ${name}`,
    kind: 'other',
  })),
  create_goal: titled('Create goal'),
  get_goal: titled('Get goal'),
  update_goal: titled('Update goal'),
}
