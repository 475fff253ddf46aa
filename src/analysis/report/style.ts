/** The report's style: light in print, by the reader's choice on screen; tables repeat their heads on every page. */
export const reportStyle = `
:root{color-scheme:light;--paper:#fff;--ink:#1d2326;--soft:#545c5f;--line:#d5d1c6;--sunken:#f4f2ec;--accent:#0b5c63;--good:#1c6b3a;--chunk:#e3ded2;--chunk2:#cfc8b8;--gold:#b4690e}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#161c1f;--ink:#e8ebe9;--soft:#a9b4b6;--line:#3a454a;--sunken:#1f272b;--accent:#78cbd0;--good:#83d3a0;--chunk:#33404a;--chunk2:#455560;--gold:#f0b35a}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:76rem;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
h1,h2,h3{font-family:"Iowan Old Style",Palatino,Georgia,serif;line-height:1.2;margin:1.6em 0 .5em}
h1{font-size:2rem;margin-top:.3em}h2{font-size:1.4rem;border-bottom:1px solid var(--line);padding-bottom:.25em}h3{font-size:1.1rem}
p,li{max-width:78ch}a{color:var(--accent)}
.lead{font-size:1.1rem}.soft,small,caption{color:var(--soft)}small{font-size:.8em;display:block;white-space:nowrap}
nav p{margin:.3rem 0}.eyebrow{color:var(--soft);text-transform:uppercase;letter-spacing:.08em;font-size:.8rem;margin:2.5rem 0 0}.eyebrow+section h2{margin-top:.3em}
.paper{display:none}.mark{color:var(--good);white-space:nowrap}[hidden]{display:none!important}
.wide{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;font-size:.87rem;font-variant-numeric:tabular-nums}
caption{text-align:start;padding:.3rem 0}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:end;vertical-align:top}
th[scope=row],th.name,td.name{text-align:start}tbody th{font-weight:600}
thead th{vertical-align:bottom;background:var(--sunken)}thead .group{text-align:center;border-inline-start:1px solid var(--line)}
thead button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:.1rem 0;min-height:24px;cursor:pointer;text-align:inherit}
thead button:hover{text-decoration:underline}th[aria-sort=descending] button::after{content:" ▼"}th[aria-sort=ascending] button::after{content:" ▲"}
tr.best th[scope=row]{border-inline-start:3px solid var(--accent)}
.controls{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
input,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px;padding:.25rem .5rem;min-height:28px;max-width:100%}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media(max-width:560px){dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.4rem}}
svg{max-width:100%;height:auto;color:var(--ink)}code,.code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.85em;overflow-wrap:anywhere}
.legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem;font-size:.85rem}
ul.tree{padding-inline-start:1.2rem;font-size:.9rem}ul.tree li{max-width:none}article.tree{border-bottom:1px solid var(--line);padding-bottom:.5rem}article.tree h3{font-size:1rem;margin-bottom:.2em;overflow-wrap:anywhere}article.tree p{margin:.2em 0}
.list,.trees,.wide:has(table.long){max-height:30rem;overflow:auto}.list{max-height:22rem}.list,.trees{border:1px solid var(--line)}.trees{padding:0 1rem}.list table{width:100%}.list th[scope=row],.list th:first-child{min-width:9rem}.list thead th,table.long thead th{position:sticky;top:0}
tbody button{font:inherit;color:var(--accent);background:none;border:0;padding:.1rem 0;min-height:24px;cursor:pointer;text-decoration:underline;text-align:start;overflow-wrap:anywhere}
.controls button{font:inherit;color:inherit;background:var(--sunken);border:1px solid var(--soft);border-radius:4px;padding:.2rem .7rem;min-height:28px;cursor:pointer}.controls button:disabled{opacity:.5;cursor:default}
#inspect-one{border-inline-start:3px solid var(--accent);padding-inline-start:1rem;margin-top:1rem}#inspect-one h3{overflow-wrap:anywhere}
details{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer;min-height:24px}figure{margin:.8rem 0}
td .text,th .text{display:block;min-width:14rem;max-width:34rem;white-space:pre-wrap;font-weight:400}li .text{white-space:pre-wrap;color:var(--soft)}mark{background:color-mix(in srgb,var(--gold) 35%,transparent);color:inherit}
svg.lane .even{fill:var(--chunk)}svg.lane .odd{fill:var(--chunk2)}svg.lane .found{fill:var(--accent)}svg.lane .rank{fill:var(--paper);font-size:11px;font-weight:600}svg.lane .gold{fill:var(--gold)}svg.lane .goldline{stroke:var(--gold);stroke-dasharray:2 2}svg.lane .tick{fill:var(--soft);font-size:10px}
@media print{@page{margin:14mm}body{padding:0;max-width:none;font-size:10pt}nav,.controls,.screen,.late{display:none!important}.paper{display:block}.eyebrow.technical{break-before:page;margin:0}.wide,.trees,.wide:has(table.long){overflow:visible;max-height:none}.trees{border:0;padding:0}.list thead th,table.long thead th{position:static}table{font-size:7.5pt}th,td{padding:1.5pt 3pt}th small{white-space:normal}tbody th[scope=row]{min-width:74pt}thead button{display:contents}thead{display:table-header-group;break-inside:avoid}tr,svg,figure,article.tree{break-inside:avoid}tbody tr:first-child{break-before:avoid}h2,h3,caption{break-after:avoid}section{margin-top:14pt}h1{font-size:18pt}h2{font-size:13pt}h3{font-size:11pt;margin:8pt 0 3pt}p,ul{margin:3pt 0}p,li{max-width:none}details{display:none}a{color:inherit;text-decoration:none}}
`;
