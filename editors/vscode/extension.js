const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("kibitz").get("command");
  const server = { command, args: ["lsp"] };
  const documentSelector = [{ language: "recycle" }, { language: "markdown", scheme: "file" }];
  client = new LanguageClient("kibitz", server, { documentSelector });
  return client.start();
};

exports.deactivate = () => client?.stop();
