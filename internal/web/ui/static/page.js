// The page works without this script. It adds keys, keeps what htmx fetches honest, and
// spares a click where a form has one choice.
(() => {
  'use strict';
  const live = document.getElementById('live');
  const say = (text) => { if (live) { live.textContent = text; } };

  // Keys, unless something is being typed.
  const keys = document.getElementById('keys');
  const go = (key) => { const link = document.querySelector(`.top nav a[data-key="${key}"]`); if (link) { link.click(); } };
  const entries = [...document.querySelectorAll('[data-entry]')];
  const chosen = () => document.activeElement.closest('[data-entry]');
  const focusOn = (entry) => { (entry.querySelector('a') || entry).focus({ preventScroll: true }); };
  const step = (by) => {
    if (!entries.length) { return; }
    const at = entries.indexOf(chosen());
    const next = entries[Math.max(0, Math.min(entries.length - 1, at < 0 ? 0 : at + by))];
    focusOn(next);
    next.scrollIntoView({ block: 'nearest' });
  };

  // What is done with an entry leaves the reader at it, with the message in sight.
  const app = (entry) => entry.querySelector('a.app, th a').pathname;
  const kept = (() => {
    try { return JSON.parse(sessionStorage.getItem('entry')) || {}; } catch { return {}; }
  })();
  const keep = (entry) => {
    const { href } = location;
    try {
      sessionStorage.setItem('entry', JSON.stringify({ href, at: entries.indexOf(entry), app: app(entry), top: entry.getBoundingClientRect().top }));
    } catch { /* the browser keeps nothing: the page begins at its top */ }
  };
  try { sessionStorage.removeItem('entry'); } catch { /* it keeps nothing */ }
  const flash = document.querySelector('.flash');
  const undo = flash && flash.querySelector('form');
  const same = flash && kept.href === location.href && entries[kept.at];
  const done = same && app(same) === kept.app ? same : null;
  if (done) {
    flash.classList.add('stays');
    document.addEventListener('DOMContentLoaded', () => { // when the rest of this script has done its part
      focusOn(done);
      scrollBy(0, done.getBoundingClientRect().top - kept.top);
    });
  }
  const mark = (entry) => {
    const button = document.querySelector(`form[action="${app(entry)}/review"] button[value=reviewed]`);
    const form = button ? button.form : entry === done && undo;
    if (!form) { return; }
    form.requestSubmit(button);
    keep(entry);
  };
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) { return; }
    switch (e.key) {
      case '/': e.preventDefault(); document.querySelector('.find input').focus(); break;
      case '?': if (keys) { keys.showModal(); } break;
      case 'c': go('c'); break;
      case 'a': go('a'); break;
      case 'j': step(1); break;
      case 'k': step(-1); break;
      case 'm': if (chosen()) { mark(chosen()); } break;
      case 'x': { const box = chosen() && chosen().querySelector('input[type=checkbox]'); if (box) { box.click(); } break; }
      case 'u': if (undo) { undo.requestSubmit(); } break;
    }
  });
  for (const button of document.querySelectorAll('[data-keys]')) {
    button.hidden = false;
    button.addEventListener('click', () => keys.showModal());
  }

  // A choice that filters is applied at once; its button is for pages without scripts.
  document.addEventListener('change', (e) => {
    const form = e.target.closest('form[data-auto]');
    if (form) { form.requestSubmit(); }
  });
  document.documentElement.classList.add('auto');

  // Empty fields are left out of the address.
  document.addEventListener('submit', (e) => {
    const form = e.target;
    if (form.method === 'get') {
      for (const field of form.elements) {
        if (field.name && field.value === '' && !field.disabled) {
          field.disabled = true;
          setTimeout(() => { field.disabled = false; }, 0);
        }
      }
      return;
    }
    if (e.submitter && e.submitter.formTarget === '_blank') { return; }
    // A form is sent once.
    if (form.dataset.sent) { e.preventDefault(); return; }
    if (form.closest('article[data-entry]')) { keep(form.closest('[data-entry]')); }
    if (form === undo && done) { keep(done); }
    form.dataset.sent = '1';
    form.setAttribute('aria-busy', 'true');
    // What is slow shows its progress until the answer comes.
    setTimeout(() => document.body.dispatchEvent(new Event('sent')), 700);
  });
  window.addEventListener('pageshow', (e) => {
    if (e.persisted) { // what a filter was set to on leaving is not what is shown
      for (const form of document.querySelectorAll('form[data-auto]')) { form.reset(); }
    }
    for (const form of document.querySelectorAll('form[data-sent]')) {
      delete form.dataset.sent;
      form.removeAttribute('aria-busy');
    }
  });

  // Selecting many rows of a table. What can be done with them is shown once there are some.
  const picked = (form) => {
    const chosen = form.querySelector('[data-chosen]');
    const every = form.querySelector('[data-every]:checked');
    const n = every ? Number(every.dataset.every) : form.querySelectorAll('tbody input[type=checkbox]:checked').length;
    const many = n === 1 ? chosen.dataset.one : chosen.dataset.some.replace('#', n);
    chosen.dataset.none = chosen.dataset.none || chosen.textContent;
    chosen.textContent = n ? chosen.dataset.chosen.replace('#', many) : chosen.dataset.none;
    for (const button of form.querySelectorAll('[data-many]')) { button.textContent = button.dataset.many.replace('#', many); }
    form.classList.toggle('some', n > 0);
  };
  const pickers = [...document.querySelectorAll('[data-chosen]')].map((chosen) => chosen.closest('form'));
  for (const form of pickers) { form.classList.add('picks'); }
  window.addEventListener('pageshow', () => pickers.forEach(picked)); // a browser restores what was ticked
  document.addEventListener('change', (e) => {
    const all = e.target.closest('[data-all]');
    const form = e.target.closest('form');
    if (all) {
      for (const box of form.querySelectorAll('input[name="' + all.dataset.all + '"]')) { box.checked = all.checked; }
    }
    if (pickers.includes(form)) { picked(form); }
  });

  // Times are those of the reader: the exact one for the pointer, and that of a day in place.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const exact = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'full', timeStyle: 'medium' });
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const local = (part) => {
    for (const time of part.querySelectorAll('time[datetime]')) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) { continue; }
      time.title = exact.format(at);
      if (time.classList.contains('clock')) { time.textContent = clock.format(at); }
    }
  };
  local(document);
  for (const said of document.querySelectorAll('[data-zone]')) {
    if (zone) { said.textContent = said.dataset.zone.replace('#', zone.replaceAll('_', ' ')); }
  }
  for (const field of document.querySelectorAll('input[data-time-zone]')) { // the reader's, unless another one is chosen
    if (zone && !field.value) { field.value = zone; }
  }
  document.addEventListener('htmx:load', (e) => local(e.target));

  // Parts that are fetched again: a failure is shown, and an end is announced.
  document.addEventListener('htmx:responseError', () => say(live.dataset.unanswered));
  document.addEventListener('htmx:sendError', () => {
    document.body.classList.add('offline');
    say(live.dataset.unreached);
  });
  document.addEventListener('htmx:afterRequest', (e) => {
    if (e.detail.successful) { document.body.classList.remove('offline'); }
  });
  document.addEventListener('htmx:afterSwap', (e) => {
    const told = document.querySelector('[data-say]');
    if (told && told.dataset.say !== document.body.dataset.said) {
      document.body.dataset.said = told.dataset.say;
      say(told.dataset.say);
    }
  });
})();
