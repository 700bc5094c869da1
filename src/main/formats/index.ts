/** The agents whose logs are read, in the order in which they are asked about a file. */
import { acp } from './acp'
import { amp } from './amp'
import { claudeCode } from './claude-code'
import { cline, roo } from './cline'
import { codex } from './codex'
import { copilotCli } from './copilot-cli'
import { cursor } from './cursor'
import { droid } from './droid'
import { dsh } from './dsh'
import type { LogFormat } from './format'
import { geminiCli } from './gemini-cli'
import { jsonl } from './jsonl'
import { kimi } from './kimi'
import { opencode } from './opencode'
import { pi } from './pi'
import { qwen } from './qwen'
import { sweAgent } from './swe-agent'

/** `jsonl` stays last: it takes what nobody else knows. */
export const formats: readonly LogFormat[] = [
  dsh,
  copilotCli,
  kimi,
  qwen,
  claudeCode,
  codex,
  pi,
  droid,
  cursor,
  geminiCli,
  acp,
  opencode,
  amp,
  cline,
  roo,
  sweAgent,
  jsonl,
]
