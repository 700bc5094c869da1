/** A task folder of Cline or Roo as a session: the model side decides, the UI side gives times and costs. */
import { basename, dirname, join } from 'node:path'
import { good, type Outcome } from '#shared/outcome'
import type { Usage } from '#shared/session'
import type { DocumentSource, Item, Loaded } from '../document-reader/document-reader'
import { readJson, stampOf } from '../document-reader/files'
import { assistantEntry, markerEntry, userEntry } from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  isObject,
  jsonOr,
  listOf,
  numberOr,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { listItems, resultText, type ListedMessage } from '../parts/message-list'
import { Turns } from '../parts/turns'
import { clineCall, clineResult } from './tools'

const files = [
  'api_conversation_history.json',
  'ui_messages.json',
  'history_item.json',
  'task_metadata.json',
]

export function taskSource(path: string, isRoo: boolean): DocumentSource {
  const folder = dirname(path)
  return {
    path,
    stamp: () =>
      stampOf([path, ...files.map((name) => join(folder, name)).filter((one) => one !== path)]),
    load: () => load(path, folder, isRoo),
  }
}

async function objectAt(path: string): Promise<Fields> {
  const value = await readJson(path)
  return value.ok ? fieldsOf(value.value) : {}
}

async function load(path: string, folder: string, isRoo: boolean): Promise<Outcome<Loaded>> {
  const model = await readJson(join(folder, 'api_conversation_history.json'))
  const ui = await readJson(join(folder, 'ui_messages.json'))
  if (!model.ok && !ui.ok) return model
  const uiMessages = ui.ok ? listOf(ui.value).filter(isObject) : []
  const history = await objectAt(join(folder, 'history_item.json'))
  const messages = model.ok ? listOf(model.value).filter(isObject) : []
  const { items, open } =
    messages.length > 0 ? fromModel(messages, uiMessages, isRoo) : fromUi(uiMessages)
  const workspace = textOr(history.workspace, null) ?? workspaceIn(messages)
  const started = timeOf(uiMessages[0]?.ts) ?? timeOf(Number(basename(folder)))
  const prompt = items.find(({ entry }) => entry.kind === 'user' && entry.tone === 'user')?.entry
  const parent = textOr(history.parentTaskId, null)
  return good({
    facts: {
      id: textOr(history.id, basename(folder)),
      title: textOr(history.task, prompt?.kind === 'user' ? firstLine(prompt.text) : null),
      cwd: workspace,
      startedAt: started,
      endedAt: timeOf(uiMessages.at(-1)?.ts),
      parent,
      relation: parent === null ? null : 'subagent',
      childIds: listOf(history.childIds).filter((id): id is string => typeof id === 'string'),
    },
    items,
    open,
  })
}

function workspaceIn(messages: readonly Fields[]): string | null {
  const text = JSON.stringify(messages.slice(0, 2))
  return /Current (?:Working|Workspace) Directory \(([^)"]+)\)/.exec(text)?.[1] ?? null
}

/** Costs of requests in order, and diffs of edits by path: what only the UI side knows. */
function uiFacts(ui: readonly Fields[]): { usages: Usage[]; diffs: Map<string, string[]> } {
  const usages: Usage[] = []
  const diffs = new Map<string, string[]>()
  for (const message of ui) {
    if (message.partial === true) continue
    const kind = textOr(message.say, textOr(message.ask, ''))
    const data = fieldsOf(jsonOr(textOr(message.text, '')))
    if (kind === 'api_req_started') {
      usages.push({
        input: numberOr(data.tokensIn, 0),
        output: numberOr(data.tokensOut, 0),
        cacheRead: numberOr(data.cacheReads, 0),
        cacheWrite: numberOr(data.cacheWrites, 0),
        reasoning: 0,
      })
    }
    const diff = textOr(data.diff, null)
    const path = textOr(data.path, '')
    if (kind === 'tool' && diff !== null && diff.includes('@@')) {
      diffs.set(path, [...(diffs.get(path) ?? []), diff])
    }
  }
  return { usages, diffs }
}

function fromModel(
  messages: readonly Fields[],
  ui: readonly Fields[],
  isRoo: boolean,
): { items: Item[]; open: boolean } {
  const { usages, diffs } = uiFacts(ui)
  const listed: ListedMessage[] = []
  let xml: { id: string; name: string } | null = null
  let count = 0
  for (const message of messages) {
    const at = timeOf(message.ts) ?? timeOf(message.timestamp)
    const role = textOr(message.role, textOr(message.type, 'user'))
    const base = { role, at, raw: message }
    const said = message.content ?? message.text
    const blocks =
      typeof said === 'string' ? [{ type: 'text', text: said }] : listOf(said).filter(isObject)
    if (role === 'assistant') {
      const call: XmlCall | null = blocks.some((block) => block.type === 'tool_use')
        ? null
        : xmlCall(textIn(blocks))
      const usage = usages[count] ?? null
      count += 1
      const id = `xml-${listed.length}`
      xml = call ? { id, name: call.name } : null
      const content = call
        ? [
            { type: 'text', text: call.before },
            ...blocks.filter((block) => block.type !== 'text'),
            { type: 'tool_use', id, name: call.name, input: call.args },
          ]
        : blocks
      listed.push({ ...base, content, usage })
      continue
    }
    const result: { text: string; rest: string } | null = xml ? xmlResult(blocks, xml.name) : null
    const content =
      result && xml
        ? [
            { type: 'tool_result', tool_use_id: xml.id, content: result.text },
            { type: 'text', text: result.rest },
          ]
        : blocks
    listed.push({ ...base, content })
    xml = null
  }
  return listItems(listed, {
    call: (block, place) =>
      clineCall(textOr(block.name, 'tool'), textOr(block.id, null), fieldsOf(block.input), place),
    result(entry, block, at) {
      const text = resultText(block)
      const isError = block.is_error === true || /^(?:Error|The tool execution failed)/.test(text)
      const path = textOr(fieldsOf(entry.args).path, '')
      const uiDiff = entry.tone === 'edit' ? (diffs.get(path)?.shift() ?? null) : null
      return clineResult(entry, text, isError, at, isRoo, uiDiff)
    },
    user: userParts,
  })
}

function textIn(blocks: readonly Fields[]): string {
  return blocks
    .flatMap((block) => (block.type === 'text' ? [textOr(block.text, '')] : []))
    .join('\n')
}

interface XmlCall {
  readonly name: string
  readonly args: Fields
  readonly before: string
}

const xmlTools =
  /<(read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace|execute_command|search_files|list_files|list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|ask_followup_question|plan_mode_respond|attempt_completion|new_task|condense|update_todo_list)>\n?([\s\S]*?)<\/\1>/

/** The one call that stands as markup in a text. */
function xmlCall(text: string): XmlCall | null {
  const match = xmlTools.exec(text)
  if (!match) return null
  const [, name = '', body = ''] = match
  const args: Record<string, string> = {}
  for (const [, key = '', value = ''] of body.matchAll(/<(\w+)>([\s\S]*?)<\/\1>/g)) {
    args[key] = value.replace(/^\n|\n$/g, '')
  }
  return { name, args, before: text.slice(0, match.index).trim() }
}

/**
 * `[tool for 'x'] Result:` and the body behind it, in the next block or in the
 * same one; what the user or the machine adds is the rest.
 */
function xmlResult(blocks: readonly Fields[], name: string): { text: string; rest: string } | null {
  const [first = '', ...more] = blocks.flatMap((block) =>
    block.type === 'text' ? [textOr(block.text, '')] : [],
  )
  const head = new RegExp(`^\\[${name}[^\\n]*\\] Result:\\n?`).exec(first)
  if (!head) return null
  const behind = first.slice(head[0].length)
  const isApart = behind.trim() === '' && more.length > 0
  const body = isApart ? (more[0] ?? '') : behind
  const added =
    /\n?<(?:environment_details|feedback|user_message)>/.exec(body)?.index ?? body.length
  const rest = [body.slice(added).trim(), ...more.slice(isApart ? 1 : 0)].join('\n')
  return { text: body.slice(0, added), rest }
}

/** A person's words out of the markup around them; machine context is told apart. */
function userParts(text: string): { text: string; label: string | null }[] {
  const parts: { text: string; label: string | null }[] = []
  const machine = [
    ...text.matchAll(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g),
  ].map(([all]) => all)
  const rest = text
    .replace(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g, '')
    .trim()
  const said = /<(task|user_message|feedback)>\n?([\s\S]*?)\n?<\/\1>/.exec(rest)
  if (said) parts.push({ text: said[2] ?? '', label: null })
  else if (/^\[[\w ]+.*\] Result:/.test(rest)) parts.push({ text: rest, label: 'tool result' })
  else if (rest !== '') parts.push({ text: rest, label: null })
  for (const one of machine) parts.push({ text: one, label: 'environment' })
  return parts
}

/** Without a model side: what the window showed. Reads have no content there. */
function fromUi(messages: readonly Fields[]): { items: Item[]; open: boolean } {
  const turns = new Turns()
  const items: Item[] = []
  for (const message of messages) {
    if (message.partial === true) continue
    const at = timeOf(message.ts)
    const kind = textOr(message.say, textOr(message.ask, 'message'))
    const text = textOr(message.text, '')
    if (kind === 'task' || kind === 'user_feedback' || (kind === 'text' && items.length === 0)) {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(at), text), raw: [message] })
    } else if (kind === 'text' || kind === 'completion_result') {
      turns.response()
      items.push({ entry: assistantEntry(turns.at(at), text), raw: [message] })
    } else if (kind === 'tool' || kind === 'command') {
      const data = fieldsOf(jsonOr(text))
      const name = kind === 'command' ? 'execute_command' : textOr(data.tool, 'tool')
      const args = kind === 'command' ? { command: text } : data
      items.push({ entry: clineCall(name, null, args, turns.at(at)), raw: [message] })
    } else {
      const severity = kind === 'error' ? 'error' : 'note'
      const marker =
        kind === 'error' ? 'error' : kind.includes('condense') ? 'compaction' : 'system'
      items.push({
        entry: markerEntry(turns.at(at), marker, kind.replaceAll('_', ' '), {
          severity,
          body: text,
        }),
        raw: [message],
      })
    }
  }
  return { items, open: false }
}
