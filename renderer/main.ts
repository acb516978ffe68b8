import './api/jitless';
import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './ui/base.css';
import { applyStoredTheme } from './ui';
import App from './App.svelte';

applyStoredTheme();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target });
