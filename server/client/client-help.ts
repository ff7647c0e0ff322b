/** What `acdeck ask --help` and its like print. */
export const CLIENT_HELP = `Usage: acdeck ask [options] "message"        ask an agent and print its reply
       acdeck send <session> "message"       send a message without waiting for the reply
       acdeck sessions                       list the sessions of a folder
       acdeck token add <label>              make a token for the API; it's printed once
       acdeck token list
       acdeck token remove <label or id>

They use the AcDeck that runs in the folder. If none runs, ask starts one without a browser
and stops it afterwards; send needs one that runs, sessions and token don't. A server that
runs shows each program that asks it in its page.

Options:
  --folder <dir>              the project folder. Default: the current one
  --data-dir <dir>            where sessions are stored
  --config <file>             settings, for a server that ask starts
  --format text|json|quiet    text: the reply as it's written; json: one event per line, then
                              a result; quiet: the reply's last message alone, at the end

For ask:
  -                           read the message from stdin; after a message, append it
  --agent <agent>             the agent of a new session: an id such as claude or demo
  --session <name>            go on in the session with this title or id, or begin it
  --no-wait                   print the session's id and end as soon as the message is sent
  --on-ask wait|reject|fail   when the agent asks for permission and no rule answers:
                              wait for someone to answer in the page (default if a server
                              runs), deny it (default if none runs), or end at once

For token add:
  --role viewer|approver|full   viewer looks on (default), approver also answers requests and
                                stops agents, full also sends messages
  --days <number>               how long it's good for. Default: 30

Exit codes: 0 done, 1 failed, 2 bad options, 3 a request was denied or waits, 4 stopped in the
page, 5 sign in to the agent first, 130 interrupted (Ctrl-C or a closed pipe stops the agent).
`;
