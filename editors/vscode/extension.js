const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("kibitz").get("command");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("kibitz", server, { documentSelector: [{ language: "recycle" }] });
  return client.start();
};

exports.deactivate = () => client?.stop();
