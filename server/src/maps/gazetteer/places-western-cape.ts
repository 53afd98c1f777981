/**
 * Places of the Winelands and the towns of the Western Cape. Tab-separated: suburb, city, street postal code,
 * province, latitude, longitude (docs/domain/maps.md).
 */
export const western_cape_places = `
Somerset West	Somerset West	7130	WC	-34.0780	18.8430
Heritage Park	Somerset West	7130	WC	-34.0920	18.8210
Macassar	Somerset West	7130	WC	-34.0610	18.7660
Sir Lowry's Pass	Somerset West	7133	WC	-34.1200	18.9130
Strand	Strand	7140	WC	-34.1150	18.8270
Lwandle	Strand	7140	WC	-34.1200	18.8640
Gordon's Bay	Strand	7140	WC	-34.1580	18.8680
Stellenbosch Central	Stellenbosch	7600	WC	-33.9340	18.8610
Die Boord	Stellenbosch	7600	WC	-33.9490	18.8500
Techno Park	Stellenbosch	7600	WC	-33.9650	18.8360
Kayamandi	Stellenbosch	7600	WC	-33.9180	18.8450
Cloetesville	Stellenbosch	7600	WC	-33.9110	18.8610
Franschhoek	Stellenbosch	7690	WC	-33.9130	19.1190
Pniel	Stellenbosch	7681	WC	-33.8970	18.9570
Klapmuts	Stellenbosch	7625	WC	-33.8090	18.8660
Paarl Central	Paarl	7646	WC	-33.7340	18.9620
Paarl South	Paarl	7646	WC	-33.7650	18.9660
Paarl East	Paarl	7646	WC	-33.7250	18.9860
Mbekweni	Paarl	7655	WC	-33.6800	18.9930
Wellington	Paarl	7655	WC	-33.6390	19.0110
Simondium	Paarl	7670	WC	-33.8380	18.9590
George Central	George	6529	WC	-33.9630	22.4610
Heatherlands	George	6529	WC	-33.9480	22.4490
Loerie Park	George	6529	WC	-33.9580	22.4840
Pacaltsdorp	George	6529	WC	-34.0180	22.4550
Thembalethu	George	6529	WC	-34.0030	22.4810
Wilderness	Wilderness	6560	WC	-33.9930	22.5810
Sedgefield	Sedgefield	6573	WC	-34.0200	22.8050
Knysna	Knysna	6571	WC	-34.0360	23.0470
Plettenberg Bay	Plettenberg Bay	6600	WC	-34.0530	23.3720
Mossel Bay	Mossel Bay	6506	WC	-34.1830	22.1460
Hartenbos	Hartenbos	6520	WC	-34.1220	22.1080
Great Brak River	Great Brak River	6525	WC	-34.0420	22.2200
Albertinia	Albertinia	6695	WC	-34.2060	21.5840
Riversdale	Riversdale	6670	WC	-34.0900	21.2630
Stilbaai	Stilbaai	6674	WC	-34.3700	21.4150
Heidelberg	Heidelberg	6665	WC	-34.0930	20.9590
Oudtshoorn	Oudtshoorn	6625	WC	-33.5920	22.2050
De Rust	De Rust	6650	WC	-33.4900	22.5300
Calitzdorp	Calitzdorp	6660	WC	-33.5330	21.6870
Ladismith	Ladismith	6655	WC	-33.4950	21.2680
Uniondale	Uniondale	6460	WC	-33.6570	23.1250
Barrydale	Barrydale	6750	WC	-33.9060	20.7220
Swellendam	Swellendam	6740	WC	-34.0220	20.4420
Worcester	Worcester	6850	WC	-33.6460	19.4480
De Doorns	De Doorns	6875	WC	-33.4750	19.6640
Robertson	Robertson	6705	WC	-33.8020	19.8850
Montagu	Montagu	6720	WC	-33.7860	20.1200
Ashton	Ashton	6715	WC	-33.8330	20.0500
Bonnievale	Bonnievale	6730	WC	-33.9270	20.1010
McGregor	McGregor	6708	WC	-33.9490	19.8280
Caledon	Caledon	7230	WC	-34.2300	19.4260
Grabouw	Grabouw	7160	WC	-34.1510	19.0150
Elgin	Elgin	7180	WC	-34.1570	19.0430
Villiersdorp	Villiersdorp	6848	WC	-33.9910	19.2900
Hermanus	Hermanus	7200	WC	-34.4190	19.2350
Onrus	Onrus	7201	WC	-34.4130	19.1740
Kleinmond	Kleinmond	7195	WC	-34.3420	19.0350
Betty's Bay	Betty's Bay	7141	WC	-34.3650	18.8900
Gansbaai	Gansbaai	7220	WC	-34.5810	19.3510
Stanford	Stanford	7210	WC	-34.4410	19.4560
Bredasdorp	Bredasdorp	7280	WC	-34.5330	20.0410
Struisbaai	Struisbaai	7285	WC	-34.8000	20.0550
Ceres	Ceres	6835	WC	-33.3690	19.3110
Tulbagh	Tulbagh	6820	WC	-33.2850	19.1380
Wolseley	Wolseley	6830	WC	-33.4140	19.1990
Malmesbury	Malmesbury	7300	WC	-33.4620	18.7270
Riebeek Kasteel	Riebeek Kasteel	7307	WC	-33.3850	18.8970
Moorreesburg	Moorreesburg	7310	WC	-33.1520	18.6640
Darling	Darling	7345	WC	-33.3770	18.3810
Yzerfontein	Yzerfontein	7351	WC	-33.3470	18.1600
Langebaan	Langebaan	7357	WC	-33.0910	18.0370
Saldanha	Saldanha	7395	WC	-33.0110	17.9440
Vredenburg	Vredenburg	7380	WC	-32.9070	17.9910
St Helena Bay	St Helena Bay	7390	WC	-32.7730	18.0350
Paternoster	Paternoster	7381	WC	-32.8080	17.8950
Hopefield	Hopefield	7355	WC	-33.0660	18.3510
Velddrif	Velddrif	7365	WC	-32.7820	18.1710
Piketberg	Piketberg	7320	WC	-32.9030	18.7580
Porterville	Porterville	6810	WC	-33.0130	18.9960
Citrusdal	Citrusdal	7340	WC	-32.5890	19.0150
Clanwilliam	Clanwilliam	8135	WC	-32.1790	18.8910
Lambert's Bay	Lambert's Bay	8130	WC	-32.0910	18.3050
Klawer	Klawer	8145	WC	-31.7780	18.6210
Vredendal	Vredendal	8160	WC	-31.6640	18.5050
Vanrhynsdorp	Vanrhynsdorp	8170	WC	-31.6110	18.7410
Laingsburg	Laingsburg	6900	WC	-33.1950	20.8590
Prince Albert	Prince Albert	6930	WC	-33.2250	22.0300
Beaufort West	Beaufort West	6970	WC	-32.3570	22.5830
`
