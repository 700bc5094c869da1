/** Mounts the window. */
import { mount } from 'svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/library.css'
import './styles/timeline.css'
import './styles/cards.css'
import './styles/code.css'
import './styles/inspector.css'
import './styles/panels.css'
import './styles/parts.css'
import App from './app/App.svelte'

const target = document.getElementById('app')
if (target) mount(App, { target })
